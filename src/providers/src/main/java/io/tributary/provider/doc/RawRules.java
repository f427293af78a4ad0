package io.tributary.provider.doc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.kernel.Json;
import io.tributary.model.RawDocument;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
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

/** How an adapter's documents are kept; kinds without a rule are not. */
public final class RawRules {
  private interface Rule {
    void keep(List<Doc> documents, AccountFacts facts, List<RawDocument> out);
  }

  private final Map<DocKind, Rule> rules = new LinkedHashMap<>();

  /** Each document by itself. */
  public RawRules each(DocKind kind, BiFunction<Doc, AccountFacts, Raw> rule) {
    rules.put(
        kind,
        (documents, facts, out) ->
            documents.stream()
                .filter(d -> d.node().isObject())
                .forEach(d -> rule.apply(d, facts).build().ifPresent(out::add)));
    return this;
  }

  /** Whoever the account is of, of whom the vendor does not say since when. */
  public RawRules ofOwner(DocKind kind) {
    return each(kind, (doc, facts) -> Raw.ofOwner(kind, doc, facts));
  }

  /**
   * Readings that come one by one, together by UTC day: for kinds whose windows always read whole
   * ones.
   *
   * @param at null for a reading without a time, which is not kept
   */
  public RawRules byUtcDay(
      DocKind kind, Set<Resource> resources, BiFunction<Doc, AccountFacts, Instant> at) {
    rules.put(
        kind,
        (documents, facts, out) -> {
          Map<LocalDate, ArrayNode> days = new TreeMap<>();
          for (Doc doc : documents) {
            Instant time = at.apply(doc, facts);
            if (time != null) {
              days.computeIfAbsent(time.atOffset(ZoneOffset.UTC).toLocalDate(), d -> Json.array())
                  .add(doc.node());
            }
          }
          days.forEach(
              (day, list) ->
                  Raw.ofDay(kind, day, list).resources(resources).build().ifPresent(out::add));
        });
    return this;
  }

  /** The documents of a window as they are kept. */
  public List<RawDocument> of(DocSet documents, AccountFacts facts) {
    List<RawDocument> out = new ArrayList<>();
    rules.forEach((kind, rule) -> rule.keep(documents.of(kind), facts, out));
    return out;
  }
}
