package io.tributary.lab.result;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.NumericText;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import io.tributary.lab.protocol.ResultValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Content of laboratory reports for tests. */
public final class TestReports {
  public static final Instant DAY = Instant.parse("2026-03-02T08:00:00Z");

  private TestReports() {}

  public static Instant at(int hour) {
    return DAY.plusSeconds(3600L * hour);
  }

  public static Panel panel(String code, PanelStatus status, Observation... observations) {
    return panel(code, status, List.of(), observations);
  }

  public static Panel panel(
      String code, PanelStatus status, List<String> notes, Observation... observations) {
    return new Panel(
        "RE",
        "S1-1",
        "S1",
        "F-" + code,
        CodedValue.of(code, "Test " + code, "L"),
        Optional.of(DAY),
        Optional.of(at(2)),
        Optional.of(at(4)),
        new Physician(PersonName.of("Gregory", "House"), "1234567893"),
        status,
        "",
        notes,
        List.of(observations),
        List.of());
  }

  public static Observation observation(String code, String value) {
    return observation(code, "", value);
  }

  public static Observation observation(String code, String subId, String value) {
    ResultValue v =
        NumericText.parseNumber(value)
            .<ResultValue>map(n -> new ResultValue.Numeric(n, value))
            .orElse(new ResultValue.Text(value));
    return observation(
        CodedValue.of(code, "Name of " + code, "L"),
        subId,
        v,
        "",
        "",
        List.of(),
        Optional.empty(),
        ResultAction.FINAL,
        List.of());
  }

  public static Observation numeric(
      String code, String value, String unit, String range, Optional<Interpretation> said) {
    return observation(
        CodedValue.of(code, "Name of " + code, "L"),
        "",
        new ResultValue.Numeric(new BigDecimal(value), value),
        unit,
        range,
        said.map(s -> List.of("HH")).orElse(List.of()),
        said,
        ResultAction.FINAL,
        List.of());
  }

  public static Observation missing(String code, String note) {
    return observation(
        CodedValue.of(code, "Name of " + code, "L"),
        "",
        new ResultValue.Absent(),
        "",
        "",
        List.of(),
        Optional.empty(),
        ResultAction.MISSING,
        List.of(note));
  }

  public static Observation with(Observation o, ResultAction action) {
    return observation(
        o.code(),
        o.subId(),
        o.value(),
        o.unit(),
        o.referenceRange(),
        o.flags(),
        o.interpretation(),
        action,
        o.notes());
  }

  public static Observation observation(
      CodedValue code,
      String subId,
      ResultValue value,
      String unit,
      String range,
      List<String> flags,
      Optional<Interpretation> said,
      ResultAction action,
      List<String> notes) {
    return new Observation(
        "ST",
        code,
        subId,
        value,
        unit,
        range,
        flags,
        said,
        action,
        "",
        Optional.empty(),
        new Performer("Bench One", "05D0000000", PostalAddress.NONE, PersonName.of("Ada", "Byron")),
        notes);
  }
}
