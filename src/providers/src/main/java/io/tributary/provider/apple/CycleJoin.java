package io.tributary.provider.apple;

import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.MenstrualCycleSummary.Bleeding;
import io.tributary.model.MenstrualCycleSummary.Contraceptive;
import io.tributary.model.MenstrualCycleSummary.Deviation;
import io.tributary.model.MenstrualCycleSummary.Flow;
import io.tributary.model.MenstrualCycleSummary.Mucus;
import io.tributary.model.MenstrualCycleSummary.SexualActivity;
import io.tributary.model.MenstrualCycleSummary.Temperature;
import io.tributary.model.MenstrualCycleSummary.TestResult;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Builds menstrual cycles from records of single days.
 *
 * <p>A cycle starts on a day with flow that is marked as a cycle start, or that follows more than
 * ten days without flow. Records before the first start belong to no cycle.
 */
final class CycleJoin {
  private static final int NEW_AFTER_DAYS = 10;

  /**
   * Largest distance between two days of flow in one period: one day without flow does not end it.
   */
  private static final int PERIOD_GAP_DAYS = 2;

  private static final String SEPARATOR = ":";

  /** Category types without their prefix, mapped to the names of pending records. */
  static final Map<String, String> RECORD_NAMES =
      Map.ofEntries(
          Map.entry("MenstrualFlow", "flow"),
          Map.entry("CervicalMucusQuality", "mucus"),
          Map.entry("IntermenstrualBleeding", "bleeding"),
          Map.entry("Contraceptive", "contraceptive"),
          Map.entry("OvulationTestResult", "ovulation"),
          Map.entry("PregnancyTestResult", "pregnancy"),
          Map.entry("ProgesteroneTestResult", "progesterone"),
          Map.entry("SexualActivity", "sex"),
          Map.entry("PersistentIntermenstrualBleeding", "persistent_intermenstrual_bleeding"),
          Map.entry("ProlongedMenstrualPeriods", "prolonged_menstrual_periods"),
          Map.entry("IrregularMenstrualCycles", "irregular_menstrual_cycles"),
          Map.entry("InfrequentMenstrualCycles", "infrequent_menstrual_cycles"));

  /** Suffixes of HealthKit values, by the name of the record. */
  private static final Map<String, Map<String, String>> VALUE_SUFFIXES =
      Map.of(
          "flow",
          Map.of(
              "Unspecified", "unspecified",
              "None", "none",
              "Light", "light",
              "Medium", "medium",
              "Heavy", "heavy"),
          "mucus",
          Map.of(
              "Dry", "dry",
              "Sticky", "sticky",
              "Creamy", "creamy",
              "Watery", "watery",
              "EggWhite", "egg_white"),
          "contraceptive",
          Map.of(
              "Unspecified", "unspecified",
              "Implant", "implant",
              "Injection", "injection",
              "IntrauterineDevice", "iud",
              "IntravaginalRing", "intravaginal_ring",
              "Oral", "oral",
              "Patch", "patch"),
          "ovulation",
          Map.of(
              "Negative", "negative",
              "Positive", "positive",
              "LuteinizingHormoneSurge", "luteinizing_hormone_surge",
              "EstrogenSurge", "estrogen_surge",
              "Indeterminate", "indeterminate"),
          "pregnancy",
          Map.of("Negative", "negative", "Positive", "positive", "Indeterminate", "indeterminate"),
          "progesterone",
          Map.of("Negative", "negative", "Positive", "positive", "Indeterminate", "indeterminate"));

  private CycleJoin() {}

  /** Adds a category record as a pending record; returns false if its value is unknown. */
  static boolean addRecord(HkRecord r, ExportReader.ExportSink out) {
    String kind = r.type.name();
    String value;
    if (VALUE_SUFFIXES.containsKey(kind)) {
      value = matchValue(VALUE_SUFFIXES.get(kind), r.category);
      if (value == null) {
        return false;
      }
    } else if (kind.equals("sex")) {
      value = r.metadata.get("HKSexualActivityProtectionUsed");
    } else {
      value = "";
    }
    boolean begins = kind.equals("flow") && r.metadata.isTrue("HKMenstrualCycleStart");
    out.pendingRecord(
        new PendingRecord(
            PendingRecord.Kind.CYCLE,
            r.source.type().wire(),
            r.day(),
            r.start,
            r.end,
            kind + SEPARATOR + value,
            begins ? 1 : 0,
            r.offset,
            null));
    return true;
  }

  /**
   * Maps a value by its longest matching suffix; the prefix of values differs between system
   * versions.
   */
  private static String matchValue(Map<String, String> known, String text) {
    String found = "";
    for (String end : known.keySet()) {
      if (text.endsWith(end) && end.length() > found.length()) {
        found = end;
      }
    }
    return known.get(found);
  }

  /** Adds the cycles of one type of source. */
  static void build(List<PendingRecord> facts, NormalizedBatch.Builder out) {
    TreeMap<LocalDate, Boolean> flows = new TreeMap<>();
    for (PendingRecord f : facts) {
      if (f.name().startsWith("flow:") && !f.name().equals("flow:none")) {
        flows.merge(f.day(), f.value() > 0, Boolean::logicalOr);
      }
    }
    TreeSet<LocalDate> starts = new TreeSet<>();
    LocalDate before = null;
    for (var flow : flows.entrySet()) {
      LocalDate day = flow.getKey();
      boolean first = before == null || day.isAfter(before.plusDays(NEW_AFTER_DAYS));
      // Some apps mark every day of a period as a cycle start.
      boolean marked = flow.getValue() && (before == null || day.isAfter(before.plusDays(1)));
      if (first || marked) {
        starts.add(day);
      }
      before = day;
    }
    Source source = Source.of(AppleExport.SLUG, SourceType.of(facts.getFirst().origin()));
    for (LocalDate start : starts) {
      LocalDate next = starts.higher(start);
      out.add(cycle(facts, flows, start, next), source);
    }
  }

  private static MenstrualCycleSummary cycle(
      List<PendingRecord> all, TreeMap<LocalDate, Boolean> flows, LocalDate start, LocalDate next) {
    List<PendingRecord> facts = new ArrayList<>();
    for (PendingRecord f : all) {
      if (!f.day().isBefore(start) && (next == null || f.day().isBefore(next))) {
        facts.add(f);
      }
    }
    LocalDate end = start;
    for (LocalDate day : flows.tailMap(start, false).keySet()) {
      if (next != null && !day.isBefore(next) || day.isAfter(end.plusDays(PERIOD_GAP_DAYS))) {
        break;
      }
      end = day;
    }
    return MenstrualCycleSummary.from(start)
        .periodEnd(end)
        .cycleEnd(next == null ? null : next.minusDays(1))
        .menstrualFlow(collect(facts, "flow", f -> new Flow(f.day(), text(f))))
        .cervicalMucus(collect(facts, "mucus", f -> new Mucus(f.day(), text(f))))
        .intermenstrualBleeding(collect(facts, "bleeding", f -> new Bleeding(f.day())))
        .contraceptive(collect(facts, "contraceptive", f -> new Contraceptive(f.day(), text(f))))
        .detectedDeviations(deviations(facts))
        .ovulationTest(collect(facts, "ovulation", f -> new TestResult(f.day(), text(f))))
        .homePregnancyTest(collect(facts, "pregnancy", f -> new TestResult(f.day(), text(f))))
        .homeProgesteroneTest(collect(facts, "progesterone", f -> new TestResult(f.day(), text(f))))
        .sexualActivity(
            collect(facts, "sex", f -> new SexualActivity(f.day(), protection(text(f)))))
        .basalBodyTemperature(
            collect(facts, "temperature", f -> new Temperature(f.day(), f.value())))
        .build();
  }

  private static Boolean protection(String text) {
    return text.isEmpty() ? null : Boolean.valueOf(text.equals("1"));
  }

  private static String kind(PendingRecord f) {
    int colon = f.name().indexOf(SEPARATOR);
    return colon < 0 ? f.name() : f.name().substring(0, colon);
  }

  private static String text(PendingRecord f) {
    return f.name().substring(f.name().indexOf(SEPARATOR) + 1);
  }

  private static <T> List<T> collect(
      List<PendingRecord> facts, String kind, Function<PendingRecord, T> make) {
    Set<T> out = new LinkedHashSet<>();
    for (PendingRecord f : facts) {
      if (kind(f).equals(kind)) {
        out.add(make.apply(f));
      }
    }
    return List.copyOf(out);
  }

  private static List<Deviation> deviations(List<PendingRecord> facts) {
    Set<Deviation> out = new LinkedHashSet<>();
    for (PendingRecord f : facts) {
      if (RECORD_NAMES.containsValue(kind(f)) && kind(f).contains("_menstrual_")
          || kind(f).equals("persistent_intermenstrual_bleeding")) {
        out.add(new Deviation(f.day(), kind(f)));
      }
    }
    return List.copyOf(out);
  }
}
