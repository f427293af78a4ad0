package io.tributary.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A document as a provider sent it, with what is made of it. One per source record: kind and key
 * identify it within a user's connection.
 *
 * @param kind the provider's name of such documents
 * @param key the provider's id of it, else what tells it from others of its kind
 * @param shown the raw reads that list it: path names, such as {@code sleep} or {@code devices}
 * @param resources what it takes part in
 * @param records the provider keys of the summaries that it is the record of
 * @param day the day it belongs to; empty when it has none
 * @param at its time in raw reads; empty when it has none
 * @param span the instants that samples made of it can have; empty when the day must do
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

  /** Both ends count. */
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
