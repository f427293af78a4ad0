package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Times;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds the stored form of one document. Null keys, days and instants are ignored. */
public final class RawDocumentBuilder {
  private final DocumentKind kind;
  private final JsonNode body;
  private String key;
  private Set<String> endpoints = Set.of();
  private Set<Resource> resources = Set.of();
  private final Map<Resource, String> records = new EnumMap<>(Resource.class);
  private LocalDate day;
  private Instant at;
  private RawDocument.Span span;

  private RawDocumentBuilder(DocumentKind kind, JsonNode body) {
    this.kind = kind;
    this.body = body;
  }

  public static RawDocumentBuilder of(DocumentKind kind, LenientJson doc) {
    return new RawDocumentBuilder(kind, doc.node());
  }

  /**
   * Starts a document about the account owner: weight, height and similar values as of the
   * requested day.
   */
  static RawDocumentBuilder ofOwner(DocumentKind kind, LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    Instant at = FirstObservation.at(doc, facts);
    return of(kind, doc)
        .key(day == null ? null : day.toString())
        .endpoints("body", "profile")
        .resources(Resource.BODY, Resource.PROFILE)
        .record(Resource.BODY, at == null ? null : Times.format(at))
        .record(Resource.PROFILE, "profile")
        .day(day)
        .at(at);
  }

  /** Starts a document that groups the readings of one UTC day. */
  static RawDocumentBuilder ofDay(DocumentKind kind, LocalDate day, JsonNode readings) {
    Instant start = day.atStartOfDay(ZoneOffset.UTC).toInstant();
    return new RawDocumentBuilder(kind, readings)
        .key(day.toString())
        .day(day)
        .at(start)
        .span(start, start.plusSeconds(86_399));
  }

  /** Sets the key: the vendor's ID, or otherwise a stable value that is unique within the kind. */
  public RawDocumentBuilder key(String value) {
    key = value;
    return this;
  }

  /** Sets the key if none is set. */
  public RawDocumentBuilder keyIfAbsent(String value) {
    key = key == null ? value : key;
    return this;
  }

  /** Sets the raw-data endpoints that list it, such as {@code sleep} or {@code devices}. */
  public RawDocumentBuilder endpoints(String... paths) {
    endpoints = Set.of(paths);
    return this;
  }

  /** Sets the resources that derive from it. */
  public RawDocumentBuilder resources(Resource... values) {
    resources = Set.of(values);
    return this;
  }

  public RawDocumentBuilder resources(Set<Resource> values) {
    resources = values;
    return this;
  }

  /** Sets the provider key of the summary that derives from it; null for none. */
  public RawDocumentBuilder record(Resource resource, String providerKey) {
    if (providerKey != null) {
      records.put(resource, providerKey);
    }
    return this;
  }

  public RawDocumentBuilder day(LocalDate value) {
    day = value;
    return this;
  }

  /** Sets the day if none is set. */
  public RawDocumentBuilder dayIfAbsent(OffsetInstant stamp) {
    day = day == null && stamp != null ? stamp.date() : day;
    return this;
  }

  public RawDocumentBuilder at(Instant value) {
    at = value;
    return this;
  }

  public RawDocumentBuilder at(OffsetInstant value) {
    return at(value == null ? null : value.at());
  }

  /**
   * Sets the range of instants that derived samples can have, both inclusive; an unknown end means
   * none.
   */
  public RawDocumentBuilder span(Instant from, Instant to) {
    span = from == null || to == null ? null : new RawDocument.Span(from, to);
    return this;
  }

  public RawDocumentBuilder span(OffsetInstant from, OffsetInstant to) {
    return span(from == null ? null : from.at(), to == null ? null : to.at());
  }

  /** Returns empty for a document without a key, because it could not be replaced later. */
  Optional<RawDocument> build() {
    return key == null || !body.isContainerNode()
        ? Optional.empty()
        : Optional.of(
            new RawDocument(
                kind.wire(),
                key,
                endpoints,
                resources,
                records,
                Optional.ofNullable(day),
                Optional.ofNullable(at),
                Optional.ofNullable(span),
                body));
  }
}
