// Every control that the page knows. A new kind is a module and a line here.

import '/controls/boolean.js'
import '/controls/choice.js'
import '/controls/color.js'
import '/controls/date.js'
import '/controls/list.js'
import '/controls/number.js'
import '/controls/record.js'
import '/controls/text.js'
import '/controls/units.js'
