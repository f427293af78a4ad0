package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.Sex;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that splitting a message keeps the content of the remaining parts. */
class MessageSplittingTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678901Z");

  private static Subject person(String name, Panel... panels) {
    return new Subject(
        List.of(new LabReport.Identifier("7", "us", "AN")),
        PersonName.of(name, "Example"),
        Optional.of(LocalDate.of(1990, 5, 17)),
        Sex.FEMALE,
        "A1",
        List.of("note of " + name),
        List.of(panels));
  }

  private static Panel test(String placer, ResultValue... values) {
    return new Panel(
        "RE",
        placer,
        "",
        "F1",
        CodedValue.of("004094", "Ferritin", "L"),
        Optional.of(AT),
        Optional.empty(),
        Optional.of(AT),
        null,
        LabReport.PanelStatus.FINAL,
        "F",
        List.of(),
        List.of(values).stream()
            .map(
                v ->
                    new Observation(
                        "NM",
                        CodedValue.NONE,
                        "",
                        v,
                        "ng/mL",
                        "10-100",
                        List.of("H"),
                        Optional.of(LabReport.Interpretation.ABNORMAL),
                        LabReport.ResultAction.FINAL,
                        "F",
                        Optional.of(AT),
                        LabReport.Performer.NONE,
                        List.of()))
            .toList(),
        List.of());
  }

  private static LabReport report(Subject... subjects) {
    return new LabReport(
        new LabReport.Origin("LAB", "M1", Optional.of(AT), "P"), List.of(subjects), List.of());
  }

  @Test
  void everyValueIsReadBackAsItWas() {
    byte[] file = {1, 2, 3};
    List<ResultValue> values =
        List.of(
            new ResultValue.Absent(),
            new ResultValue.Numeric(new BigDecimal("1.50"), "1.50"),
            new ResultValue.Structured(">", "100", "", ""),
            new ResultValue.Text("seen\nagain"),
            new ResultValue.Codes(List.of(CodedValue.of("A", "a", "L"))),
            new ResultValue.Pointer("there", "text/plain"));
    assertEquals(
        ResultValue.class.getPermittedSubclasses().length, values.size() + 1, "and the file");
    LabReport r = report(person("Ada", test("T1-1", values.toArray(ResultValue[]::new))));
    byte[] written = SplitMessages.serialize(r);
    assertTrue(SplitMessages.isSplit(written));
    assertEquals(r, SplitMessages.deserialize(written));
    LabReport with = report(person("Ada", test("T1-1", new ResultValue.Document("x/y", file))));
    LabReport read = SplitMessages.deserialize(SplitMessages.serialize(with));
    ResultValue back = read.subjects().get(0).panels().get(0).observations().get(0).value();
    assertArrayEquals(file, ((ResultValue.Document) back).bytes());
  }

  @Test
  void whoHasNoOtherTestIsGoneAndOthersKeepTheirPlaces() {
    Panel first = test("T2-1");
    Panel second = test("T2-2");
    LabReport left =
        SplitMessages.withoutTests(
            report(
                person("Ada", test("T1-1"), test("T1-2")),
                person("Bea", first, test("T1-3")),
                person("Cleo", second)),
            Set.of(0, 1, 3));
    String text = new String(SplitMessages.serialize(left), StandardCharsets.UTF_8);
    assertFalse(text.contains("Ada") || text.contains("T1-"), text);
    assertEquals(List.of(Panel.REMOVED, Panel.REMOVED), left.subjects().get(0).panels());
    assertEquals(List.of(first, Panel.REMOVED), left.subjects().get(1).panels());
    assertEquals(List.of(second), left.subjects().get(2).panels());
    assertEquals(left, SplitMessages.deserialize(SplitMessages.serialize(left)));
  }
}
