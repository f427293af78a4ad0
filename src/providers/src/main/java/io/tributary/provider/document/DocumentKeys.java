package io.tributary.provider.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Json;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Rules for storing an adapter's documents; kinds without a rule are not stored. */
public final class DocumentKeys {
  private interface Rule {
    void toRawDocuments(List<LenientJson> documents, AccountContext facts, List<RawDocument> out);
  }

  private final Map<DocumentKind, Rule> rules = new LinkedHashMap<>();

  /** Stores each document by itself. */
  public DocumentKeys perDocument(
      DocumentKind kind, BiFunction<LenientJson, AccountContext, RawDocumentBuilder> rule) {
    rules.put(
        kind,
        (documents, facts, out) ->
            documents.stream()
                .filter(d -> d.node().isObject())
                .forEach(d -> rule.apply(d, facts).build().ifPresent(out::add)));
    return this;
  }

  /** Stores a document about the account owner, for which the vendor gives no date. */
  public DocumentKeys ofOwner(DocumentKind kind) {
    return perDocument(kind, (doc, facts) -> RawDocumentBuilder.ofOwner(kind, doc, facts));
  }

  /**
   * Stores single readings grouped by UTC day, for kinds whose windows always cover whole UTC days.
   *
   * @param at returns null for a reading without a time, which is not stored
   */
  public DocumentKeys byUtcDay(
      DocumentKind kind,
      Set<Resource> resources,
      BiFunction<LenientJson, AccountContext, Instant> at) {
    rules.put(
        kind,
        (documents, facts, out) -> {
          Map<LocalDate, ArrayNode> days = new TreeMap<>();
          for (LenientJson doc : documents) {
            Instant time = at.apply(doc, facts);
            if (time != null) {
              days.computeIfAbsent(time.atOffset(ZoneOffset.UTC).toLocalDate(), d -> Json.array())
                  .add(doc.node());
            }
          }
          days.forEach(
              (day, list) ->
                  RawDocumentBuilder.ofDay(kind, day, list)
                      .resources(resources)
                      .build()
                      .ifPresent(out::add));
        });
    return this;
  }

  /** Returns the documents of a window in stored form. */
  public List<RawDocument> rawDocuments(DocumentSet documents, AccountContext facts) {
    List<RawDocument> out = new ArrayList<>();
    rules.forEach((kind, rule) -> rule.toRawDocuments(documents.of(kind), facts, out));
    return out;
  }
}
