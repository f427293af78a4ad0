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

/** Puts together how one document is kept. Null keys, days and instants are none. */
public final class RawDocumentBuilder {
  private final DocumentKind kind;
  private final JsonNode body;
  private String key;
  private Set<String> shown = Set.of();
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

  /** Whoever the account is of: weight, height and the like, as they were on the day asked. */
  static RawDocumentBuilder ofOwner(DocumentKind kind, LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    Instant at = FirstObservation.at(doc, facts);
    return of(kind, doc)
        .key(day == null ? null : day.toString())
        .shown("body", "profile")
        .resources(Resource.BODY, Resource.PROFILE)
        .record(Resource.BODY, at == null ? null : Times.wire(at))
        .record(Resource.PROFILE, "profile")
        .day(day)
        .at(at);
  }

  /** Readings of one UTC day, which are kept together. */
  static RawDocumentBuilder ofDay(DocumentKind kind, LocalDate day, JsonNode readings) {
    Instant start = day.atStartOfDay(ZoneOffset.UTC).toInstant();
    return new RawDocumentBuilder(kind, readings)
        .key(day.toString())
        .day(day)
        .at(start)
        .span(start, start.plusSeconds(86_399));
  }

  /** The vendor's id of it, else what tells it from others of its kind and stays the same. */
  public RawDocumentBuilder key(String value) {
    key = value;
    return this;
  }

  /** The key, when there is no better one. */
  public RawDocumentBuilder keyElse(String value) {
    key = key == null ? value : key;
    return this;
  }

  /** The raw reads that list it, such as {@code sleep} or {@code devices}. */
  public RawDocumentBuilder shown(String... paths) {
    shown = Set.of(paths);
    return this;
  }

  /** What it takes part in. */
  public RawDocumentBuilder resources(Resource... values) {
    resources = Set.of(values);
    return this;
  }

  public RawDocumentBuilder resources(Set<Resource> values) {
    resources = values;
    return this;
  }

  /** It is the record of the summary with this provider key; null: of none. */
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

  /** The day, when there is no better one. */
  public RawDocumentBuilder dayElse(OffsetInstant stamp) {
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

  /** The instants that samples made of it can have, both inclusive; unknown ends are none. */
  public RawDocumentBuilder span(Instant from, Instant to) {
    span = from == null || to == null ? null : new RawDocument.Span(from, to);
    return this;
  }

  public RawDocumentBuilder span(OffsetInstant from, OffsetInstant to) {
    return span(from == null ? null : from.at(), to == null ? null : to.at());
  }

  /** Empty for what nothing identifies: it could not be replaced. */
  Optional<RawDocument> build() {
    return key == null || !body.isContainerNode()
        ? Optional.empty()
        : Optional.of(
            new RawDocument(
                kind.wire(),
                key,
                shown,
                resources,
                records,
                Optional.ofNullable(day),
                Optional.ofNullable(at),
                Optional.ofNullable(span),
                body));
  }
}
