package io.tributary.lab.result;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Latest state of one result, as reported by the laboratory.
 *
 * @param panel code of the test that it belongs to
 * @param code the laboratory's own code
 * @param loinc empty when the laboratory assigns none
 * @param type empty when there is no value
 * @param sampleId empty when unknown
 * @param saidAt time of the laboratory's report; an earlier report does not change it
 */
record ResultComponent(
    String panel,
    String code,
    String subId,
    String name,
    String loinc,
    ResultAction action,
    Optional<ResultType> type,
    String value,
    String unit,
    String range,
    List<String> flags,
    Optional<Interpretation> interpretation,
    Optional<Instant> observedAt,
    Performer performer,
    List<String> notes,
    String sampleId,
    Instant saidAt) {
  ResultComponent {
    flags = List.copyOf(flags);
    notes = List.copyOf(notes);
  }

  /** Identity of a result across messages. */
  record Key(String panel, String code, String subId) {}

  Key key() {
    return new Key(panel, code, subId);
  }

  static ResultComponent of(Panel panel, Observation o, Instant saidAt) {
    String code = o.code().localCode();
    Optional<ResultType> type = ResultType.typeOf(code, o.value());
    return new ResultComponent(
        panel.code().localCode(),
        code,
        o.subId(),
        o.code().displayText(),
        o.code().codeIn("LN").orElse(""),
        o.action(),
        type,
        displayValue(type, o.value()),
        o.unit(),
        o.referenceRange(),
        o.flags(),
        o.interpretation(),
        o.observedAt(),
        o.performer(),
        o.notes(),
        panel.samples().isEmpty() ? "" : panel.samples().getFirst().id(),
        saidAt);
  }

  private static String displayValue(Optional<ResultType> type, ResultValue value) {
    return type.equals(Optional.of(ResultType.CODED_VALUE)) && value instanceof ResultValue.Codes c
        ? c.codes().stream().map(CodedValue::code).collect(Collectors.joining("\n"))
        : value.displayText();
  }

  /** Returns whether there is a value for clients. */
  boolean hasValue() {
    return type.isPresent()
        && !value.isBlank()
        && switch (action) {
          case FINAL, PARTIAL, CORRECTION -> true;
          case PENDING, DELETE, WITHDRAW, MISSING, IGNORE -> false;
        };
  }

  /** Returns whether the laboratory reports that there will be no value. */
  boolean isMissing() {
    return action == ResultAction.MISSING
        || type.isEmpty() && (action == ResultAction.FINAL || action == ResultAction.CORRECTION);
  }

  /**
   * Merges a repeated result of the same message. Some laboratories send a text as several results
   * with one code, one per line; these are joined. Of two other values the later one counts.
   */
  ResultComponent mergeRepeated(ResultComponent next) {
    boolean lines =
        type.equals(Optional.of(ResultType.COMMENT)) && next.type.equals(type) && !value.isEmpty();
    if (!lines || value.equals(next.value)) {
      return next;
    }
    List<String> both = new ArrayList<>(notes);
    both.addAll(next.notes);
    return next.with(value + "\n" + next.value, both);
  }

  private ResultComponent with(String text, List<String> comments) {
    return new ResultComponent(
        panel,
        code,
        subId,
        name,
        loinc,
        action,
        type,
        text,
        unit,
        range,
        flags,
        interpretation,
        observedAt,
        performer,
        comments,
        sampleId,
        saidAt);
  }

  /** Full name in reading order. */
  static String fullName(PersonName d) {
    return Stream.of(d.given(), d.middle(), d.family(), d.suffix())
        .filter(s -> !s.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
