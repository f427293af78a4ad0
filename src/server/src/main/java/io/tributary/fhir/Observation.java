package io.tributary.fhir;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * A FHIR Observation, as far as we have something to say. What may be unknown is null.
 *
 * @param id the same for ever; at most 64 of letters, digits, hyphens
 * @param updated last change of what it is made of; null = unknown
 * @param provider slug of who measured
 * @param codes what was measured, the most general code first
 * @param value null when there is none of its own
 * @param method how, for people; null = unknown
 * @param device our id of the device; null = unknown
 * @param deviceName what is known of a device without an id; null = nothing
 * @param bodySite where on the body, for people; null = unknown
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

  /** A part of the observation that is measured with it. */
  record Component(List<Coding> codes, Value value) {
    Component {
      codes = List.copyOf(codes);
      Objects.requireNonNull(value, "value");
    }

    static Component of(Coding code, Value value) {
      return new Component(List.of(code), value);
    }

    static Component of(TributaryCode code, String text) {
      return of(code.coding(), new Text(text));
    }

    static Component of(TributaryCode code, double figure, Unit unit) {
      return of(code.coding(), new Quantity(figure, unit));
    }
  }

  /** What came out. */
  sealed interface Value {}

  record Quantity(double figure, Unit unit) implements Value {}

  record Text(String text) implements Value {}

  /** A finding of a list that is not ours: for people. */
  record Concept(String text) implements Value {}

  record Flag(boolean flag) implements Value {}

  /**
   * A stretch of time.
   *
   * @param offsetSeconds local offset; null = unknown, written as UTC
   */
  record Stretch(Instant from, Instant to, Integer offsetSeconds) implements Value {}

  /** What it is about in time. */
  sealed interface Effective {}

  /**
   * An instant.
   *
   * @param offsetSeconds local offset; null = unknown, written as UTC
   */
  record At(Instant at, Integer offsetSeconds) implements Effective {}

  /**
   * A stretch of time.
   *
   * @param offsetSeconds local offset; null = unknown, written as UTC
   */
  record During(Instant from, Instant to, Integer offsetSeconds) implements Effective {}

  /** A day of the person, wherever that was. */
  record On(LocalDate day) implements Effective {}

  /**
   * Days of the person, both included.
   *
   * @param last null = still going on, or unknown
   */
  record Days(LocalDate first, LocalDate last) implements Effective {}
}
