#!/bin/bash
# Builds the tests and the program with a sanitizer and runs the whole suite.
#
#   bench/sanitize.sh address|undefined|thread [FOLDER]      (FOLDER for the build, .build/NAME)
#   MODE="-c debug" finds what optimisation hides, and takes ten times as long.
#
# undefined is of the C code alone, with address: swiftc has none on Linux, where Swift's own traps stand in. Leaks are not
# looked for: a Swift enumeration marks the pointers that it holds, and the search takes them for lost. Prints each kind of
# report with its count, those of the program as a process of its own among them, and ends with exit code 1 when there is
# one. Limits of time and memory of tests can fail under a sanitizer; those tests are named and do not count.
set -u
cd "$(dirname "$0")/.."
name=${1:?address, undefined or thread} folder=$(realpath -m "${2:-.build/$1}")
reports=$folder.reports
rm -rf "$reports" && mkdir -p "$reports"
export IMGTUNE_SANITIZE=$name
export ASAN_OPTIONS=detect_leaks=0:log_path=$reports/asan UBSAN_OPTIONS=print_stacktrace=1:log_path=$reports/ubsan
# Without the second that it waits at the end of each process.
export TSAN_OPTIONS=suppressions=$PWD/bench/thread.supp:atexit_sleep_ms=0:log_path=$reports/tsan
case $name in
address) flags="--sanitize=address" ;;
undefined) flags="--sanitize=address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined" ;;
thread) flags="--sanitize=thread" ;;
*) exit 2 ;;
esac
swift=${SWIFT:-swift} mode=${MODE:--c release}
$swift build $mode --build-tests $flags --scratch-path "$folder" >"$folder.build.log" 2>&1 || { tail -20 "$folder.build.log"; exit 2; }
$swift test $mode --skip-build $flags --scratch-path "$folder" >"$folder.log" 2>&1
grep -aE 'Test run with' "$folder.log" | tail -1
grep -aoE '^✘ Test [A-Za-z0-9_]+\([^)]*\)( with [0-9]+ test cases)? failed' "$folder.log" | sort -u
found=$(find "$reports" -type f -exec cat {} + | cat - "$folder.log" |
  grep -aoE 'SUMMARY: [A-Za-z]*Sanitizer: [^"]*|runtime error: [^"]*' | sort | uniq -c | sort -rn)
[ -z "$found" ] && echo "no report" && exit 0
echo "$found"
exit 1
