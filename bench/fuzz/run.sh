#!/bin/bash
# Builds imgtune-fuzz with AddressSanitizer, UndefinedBehaviorSanitizer (of the C code) and coverage, and runs its targets one after
# another.
#
#   bench/fuzz/run.sh [-t SECONDS] [-c CORPUS] [-w WORK] [TARGET…]
#
#   -t  seconds of each target, 60; FUZZ_SECONDS gives single targets their own, as in FUZZ_SECONDS="jpeg=1800 exif=600"
#   -c  a folder of pictures and JSON documents to take seeds from; Samples and Tests/JSONSchema otherwise
#   -w  where inputs, crashes and the record of runs are kept, .build/fuzz-work
#
# Prints a line for each target: seconds of processor time, executions, coverage (edges; those of our code alone, libraries are not
# instrumented), inputs kept, crashes. Crashes are minimised into WORK/crashes/TARGET. Ends with exit code 1 where there are any.
# Environment: SWIFT; FUZZ_BUILD, a folder for the build; FUZZ_BINARY, a program that is built already; RUN, what the runs are
# started with, such as "nice -n 19".
set -u
cd "$(dirname "$0")/../.."
seconds=60 corpus= work=.build/fuzz-work
while getopts t:c:w: option; do
  case $option in
  t) seconds=$OPTARG ;;
  c) corpus=$OPTARG ;;
  w) work=$OPTARG ;;
  *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))

build=${FUZZ_BUILD:-.build/fuzz}
binary=${FUZZ_BINARY:-$build/release/imgtune-fuzz}
if [ -z "${FUZZ_BINARY:-}" ]; then
  # Of --sanitize and its own -sanitize swiftc heeds only the last; the first makes SwiftPM leave `main` to libFuzzer. swiftc knows no UndefinedBehaviorSanitizer on Linux; Swift's own traps stay.
  IMGTUNE_FUZZ=1 ${SWIFT:-swift} build -c release --scratch-path "$build" --product imgtune-fuzz --sanitize=fuzzer \
    -Xswiftc -sanitize=address,fuzzer -Xcc -fsanitize=address,fuzzer,undefined \
    -Xcc -fno-sanitize-recover=undefined || exit 2
fi

# Leaks are not looked for: a Swift enumeration marks the pointers that it holds, and the search takes them for lost.
# Symbols are for whoever runs a crash again; looking them up can take minutes.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=symbolize=0:detect_leaks=0:abort_on_error=0:allocator_may_return_null=1
mkdir -p "$work"
if [ -n "$corpus" ]; then
  mapfile -d '' -t files < <(find "$corpus" Tests/JSONSchema -type f -size -40k -print0)
else
  echo "seeds: Samples and Tests/JSONSchema; -c names a folder with more"
  mapfile -d '' -t files < <(find Samples Tests/JSONSchema -type f -print0)
fi
[ $# -gt 0 ] || set -- $("$binary" targets)

found=0
for target; do
  own=$seconds
  for pair in ${FUZZ_SECONDS:-}; do [ "${pair%%=*}" = "$target" ] && own=${pair#*=}; done
  folder=$work/$target crashes=$work/crashes/$target
  mkdir -p "$folder/kept" "$crashes"
  [ -d "$folder/seeds" ] || "$binary" seeds "$target" "$folder/seeds" "${files[@]}"
  log=$folder/log-$(date +%s)
  end=$((SECONDS + own)) TIMEFORMAT='cpu %U %S'
  # A crash ends a run; the time that is left goes to another one. Ten are enough to begin with.
  for round in 1 2 3 4 5 6 7 8 9 10; do
    left=$((end - SECONDS))
    [ $left -gt 0 ] || break
    { time FUZZ_TARGET=$target ${RUN:-} "$binary" -max_total_time=$left -timeout=120 -rss_limit_mb=3000 \
      -max_len=40000 -print_final_stats=1 -reload=0 -artifact_prefix="$crashes/" "$folder/kept" "$folder/seeds"; } \
      >>"$log" 2>&1 && break
  done
  executions=$(awk '/stat::number_of_executed_units/ { n += $2 } END { print n + 0 }' "$log")
  processor=$(awk '/^cpu / { n += $2 + $3 } END { printf "%.0f", n }' "$log")
  coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -1 | tr -dc 0-9)
  for crash in "$crashes"/{crash,timeout,oom}-*; do
    [ -e "$crash" ] || continue
    case $crash in *.least) continue ;; esac
    found=1
    [ -e "$crash.least" ] || FUZZ_TARGET=$target ${RUN:-} "$binary" -minimize_crash=1 -max_total_time=30 -timeout=120 \
      -exact_artifact_path="$crash.least" "$crash" >/dev/null 2>&1
  done
  # What was only slow is kept there too, and is no crash.
  count=$(find "$crashes" -type f \( -name 'crash-*' -o -name 'timeout-*' -o -name 'oom-*' \) ! -name '*.least' | wc -l)
  printf '%-12s %6d s of CPU %10d executions  cov %5s  %5d kept  %d crashes\n' "$target" "$processor" "$executions" \
    "${coverage:-?}" "$(find "$folder/kept" -type f | wc -l)" "$count" | tee -a "$work/record"
done
exit $found
