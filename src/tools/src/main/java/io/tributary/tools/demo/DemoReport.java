package io.tributary.tools.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Result of the demo, judged by what the service guarantees: no data and no event is lost, and each
 * webhook has a valid signature. Delivery is at least once, so repeated events are no faults.
 *
 * @param faults violated guarantees, one line each; empty on success
 * @param notes observations that are allowed, one line each
 */
record DemoReport(Map<String, String> rows, List<String> faults, List<String> notes) {
  private static final int SHOWN = 20;

  static DemoReport of(
      DemoCounters counters,
      Duration elapsed,
      List<PullProgress.Pull> first,
      List<PullProgress.Pull> second,
      List<DataVerifier.VerifiedData> holdings,
      ExpectedEvents ledger,
      ApiClient api,
      CrashInjector kills) {
    long failed =
        first.stream().filter(p -> !p.succeeded()).count()
            + second.stream().filter(p -> !p.succeeded()).count();
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("users", number(counters.users));
    rows.put("connections", number(counters.linked.get()));
    rows.put("pulls after linking", number(first.size()));
    rows.put("pulls after bulk", number(second.size()));
    rows.put("pulls unsuccessful", number(failed));
    rows.put("samples stored", number(sum(holdings, DataVerifier.VerifiedData::samples)));
    rows.put("summaries stored", number(sum(holdings, DataVerifier.VerifiedData::summaries)));
    rows.put(
        "samples or summaries missing", number(sum(holdings, DataVerifier.VerifiedData::missing)));
    rows.put("duplicate samples", number(sum(holdings, DataVerifier.VerifiedData::doubled)));
    rows.put("surplus records", number(sum(holdings, DataVerifier.VerifiedData::tooMany)));
    rows.put("events expected", number(ledger.expected()));
    rows.put("events received", number(ledger.receivedCount()));
    rows.put("events missing", number(ledger.missing().size()));
    rows.put("unexpected events (daily data)", number(ledger.unexpectedCount()));
    rows.put("duplicate deliveries", number(ledger.duplicates()));
    rows.put("events with several messages", number(ledger.announcedTwice().size()));
    rows.put("bad signatures", number(ledger.badSignatures()));
    rows.put("responses 500", number(api.serverErrors()));
    rows.put("SEVERE log lines", number(counters.severeLogLines));
    rows.put("kills", number(kills.killCount()));
    rows.put("seconds", String.format(Locale.ROOT, "%.1f", elapsed.toMillis() / 1000.0));
    List<String> faults = new ArrayList<>();
    ledger.missing().forEach(name -> faults.add("event missing: " + name));
    holdings.forEach(h -> faults.addAll(h.faults()));
    if (counters.linked.get() < counters.users) {
      faults.add("not all users were linked");
    }
    if (failed > 0) {
      faults.add(failed + " pulls did not succeed: " + others(first, second));
    }
    if (second.size() < first.size() || first.isEmpty()) {
      faults.add("not every pull was run twice");
    }
    if (ledger.badSignatures() > 0) {
      faults.add(ledger.badSignatures() + " bad signatures");
    }
    return new DemoReport(rows, List.copyOf(faults), notes(counters, ledger, api));
  }

  private static List<String> notes(DemoCounters counters, ExpectedEvents ledger, ApiClient api) {
    List<String> notes = new ArrayList<>();
    if (ledger.duplicates() > 0) {
      notes.add(
          "webhooks are delivered at least once: "
              + ledger.duplicates()
              + " deliveries repeated a webhook-id");
    }
    ledger.announcedTwice().forEach(name -> notes.add("several messages for one event: " + name));
    if (api.serverErrors() > 0) {
      notes.add(api.serverErrors() + " responses with status 500, all retried with success");
    }
    if (counters.severeLogLines > 0) {
      notes.add(counters.severeLogLines + " SEVERE lines in service.log");
    }
    return List.copyOf(notes);
  }

  /**
   * Returns the statuses of pulls that did not succeed. A pull that will be retried has not failed.
   */
  private static Map<String, Long> others(
      List<PullProgress.Pull> first, List<PullProgress.Pull> second) {
    return Stream.concat(first.stream(), second.stream())
        .filter(p -> !p.succeeded())
        .collect(
            Collectors.groupingBy(PullProgress.Pull::status, TreeMap::new, Collectors.counting()));
  }

  private static long sum(
      List<DataVerifier.VerifiedData> holdings, ToLongFunction<DataVerifier.VerifiedData> figure) {
    return holdings.stream().mapToLong(figure).sum();
  }

  private static String number(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  boolean isSuccess() {
    return faults.isEmpty();
  }

  /** Returns the table followed by the notes, the faults and the verdict. */
  String text() {
    StringBuilder out = new StringBuilder();
    rows.forEach((name, value) -> out.append(String.format("%-32s%14s%n", name, value)));
    append(out, "NOTE   ", notes);
    append(out, "FAULT  ", faults);
    out.append(
        isSuccess()
            ? "OK: nothing is missing and every signature is valid\n"
            : "NOT OK: faults: " + faults.size() + "\n");
    return out.toString();
  }

  private static void append(StringBuilder out, String label, List<String> lines) {
    lines.stream().limit(SHOWN).forEach(line -> out.append(label).append(line).append('\n'));
    if (lines.size() > SHOWN) {
      out.append(label).append("and ").append(lines.size() - SHOWN).append(" more\n");
    }
  }
}
