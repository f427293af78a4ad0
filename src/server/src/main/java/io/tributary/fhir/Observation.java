package io.tributary.fhir;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * FHIR Observation with the elements that the service supports. Unknown values are null.
 *
 * @param id stable; at most 64 letters, digits and hyphens
 * @param updated last change of the underlying data; null if unknown
 * @param provider slug of the provider that measured
 * @param codes what was measured, the most general code first
 * @param value null if the observation has no value of its own
 * @param method display text of the method; null if unknown
 * @param device ID of the device in this service; null if unknown
 * @param deviceName description of a device without ID; null if unknown
 * @param bodySite display text of the body site; null if unknown
 */
record Observation(
    String id,
    Instant updated,
    String provider,
    Category category,
    List<Coding> codes,
    Effective effective,
    Value value,
    List<Component> components,
    String method,
    UUID device,
    String deviceName,
    String bodySite) {
  Observation {
    Objects.requireNonNull(category, "category");
    Objects.requireNonNull(effective, "effective");
    codes = List.copyOf(codes);
    components = List.copyOf(components);
    if (codes.isEmpty() || !id.matches("[A-Za-z0-9-]{1,64}")) {
      throw new IllegalArgumentException("observation without code or with a bad id");
    }
  }

  /** Component of an observation, measured together with it. */
  record Component(List<Coding> codes, Value value) {
    Component {
      codes = List.copyOf(codes);
      Objects.requireNonNull(value, "value");
    }

    static Component of(Coding code, Value value) {
      return new Component(List.of(code), value);
    }

    static Component of(TributaryCode code, String text) {
      return of(code.coding(), new TextResult(text));
    }

    static Component of(TributaryCode code, double figure, Unit unit) {
      return of(code.coding(), new Quantity(figure, unit));
    }
  }

  /** Value of an observation or component. */
  sealed interface Value {}

  record Quantity(double number, Unit unit) implements Value {}

  record TextResult(String text) implements Value {}

  /** Coded finding from an external list; display text only. */
  record Concept(String text) implements Value {}

  record BooleanResult(boolean flag) implements Value {}

  /**
   * Time interval as value.
   *
   * @param offsetSeconds local offset; null if unknown, written as UTC
   */
  record PeriodValue(Instant from, Instant to, Integer offsetSeconds) implements Value {}

  /** Time to which an observation applies. */
  sealed interface Effective {}

  /**
   * Time of a single measurement.
   *
   * @param offsetSeconds local offset; null if unknown, written as UTC
   */
  record EffectiveInstant(Instant at, Integer offsetSeconds) implements Effective {}

  /**
   * Time interval.
   *
   * @param offsetSeconds local offset; null if unknown, written as UTC
   */
  record EffectivePeriod(Instant from, Instant to, Integer offsetSeconds) implements Effective {}

  /** Local day of the user, in whatever time zone. */
  record EffectiveDay(LocalDate day) implements Effective {}

  /**
   * Range of local days, both inclusive.
   *
   * @param last null if ongoing or unknown
   */
  record EffectiveDays(LocalDate first, LocalDate last) implements Effective {}
}
