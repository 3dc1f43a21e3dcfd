import Benchmarking
import Jobs
import SettingsKit

private let grammar = SweepGrammar(CompressionSettings.registry, maximumValues: 500)

/// Each line a sweep and a rule of the gate; the whole a sweep file.
func fuzzSweep(_ bytes: [UInt8]) {
  var axes: [SweepAxis] = []
  for line in bytes.split(separator: 0x0A).map({ String(decoding: $0, as: UTF8.self) }) {
    do throws(SweepProblems) {
      let axis = try grammar.axis(line)
      require(!axis.values.isEmpty && axis.values.count <= 500, "\(axis.values.count) values")
      require(Set(axis.values).count == axis.values.count, "a value stands twice in \(axis.values)")
      for value in axis.values {
        let read = try? CompressionSettings.registry.setting(axis.key)?.parse(value)
        require(read?.text == value, "\(axis.key) = \(value) reads back as \(read?.text ?? "nothing")")
      }
      axes.append(axis)
    } catch {
      require(!error.problems.isEmpty && error.problems.allSatisfy { !$0.description.isEmpty }, "a problem has words")
    }
    do throws(BenchRefusal) { _ = try GateRule.parse([line], measures: ["ssimulacra2", "psnr"]) } catch {
      require(!error.problems.isEmpty, "a refusal has words")
    }
  }
  let isZipped = bytes.count % 2 == 0
  if let sweep = try? Sweep(axes: axes, isZipped: isZipped, maximumPoints: 1_000) {
    require(sweep.axes == axes, "axes are lost")
  }
  do throws(SweepProblems) {
    _ = try SweepFile(
      parsing: bytes, name: "sweep.json", grammar: grammar, registry: CompressionSettings.registry)
  } catch {
    require(!error.problems.isEmpty, "a problem has words")
  }
}
