#!/bin/bash
# Builds the tests and the program with a sanitizer and runs the whole suite.
#
#   bench/sanitize.sh address|undefined|thread [FOLDER]      (FOLDER for the build, .build/NAME)
#
# undefined is of the C code alone, with address: swiftc has none on Linux, where Swift's own traps stand in. Leaks are not looked for: a
# Swift enumeration marks the pointers that it holds, and the search takes them for lost. Prints each kind of report with its count, and
# ends with exit code 1 when there is one. Where the program is a process of its own, a report ends it, and the test fails. Time limits of tests can fail under a sanitizer; that is told and does not count.
set -u
cd "$(dirname "$0")/.."
name=${1:?address, undefined or thread} folder=${2:-.build/$1}
export IMGTUNE_SANITIZE=$name ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
case $name in
address) flags="--sanitize=address" ;;
undefined) flags="--sanitize=address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined" ;;
thread) flags="--sanitize=thread" ;;
*) exit 2 ;;
esac
${SWIFT:-swift} build --build-tests $flags --scratch-path "$folder" >"$folder.build.log" 2>&1 || { tail -20 "$folder.build.log"; exit 2; }
${SWIFT:-swift} test --skip-build $flags --scratch-path "$folder" >"$folder.log" 2>&1
grep -E 'Test run with' "$folder.log"
reports=$(grep -aoE 'SUMMARY: [A-Za-z]*Sanitizer: [^"]*|runtime error: [^"]*' "$folder.log" | sort | uniq -c | sort -rn)
[ -z "$reports" ] && echo "no report" && exit 0
echo "$reports"
exit 1
