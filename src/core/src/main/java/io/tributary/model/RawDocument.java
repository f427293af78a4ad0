package io.tributary.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Document as sent by a provider, with references to the data derived from it.
 *
 * <p>There is one per source record. Kind and key identify it within a user's connection.
 *
 * @param kind the provider's name of the document type
 * @param key the provider's ID of the document, otherwise a value that is unique within the kind
 * @param shown raw read paths that list it, such as {@code sleep} or {@code devices}
 * @param resources resources that are derived from it
 * @param records provider keys of the summaries that it represents
 * @param day the day it belongs to, if any
 * @param at its time in raw reads, if any
 * @param span possible times of the samples derived from it; if empty, the day applies
 */
public record RawDocument(
    String kind,
    String key,
    Set<String> shown,
    Set<Resource> resources,
    Map<Resource, String> records,
    Optional<LocalDate> day,
    Optional<Instant> at,
    Optional<Span> span,
    JsonNode body) {

  /** Time range, both ends inclusive. */
  public record Span(Instant from, Instant to) {}

  public RawDocument {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(body, "body");
    shown = Set.copyOf(shown);
    resources = Set.copyOf(resources);
    records = Map.copyOf(records);
  }
}
