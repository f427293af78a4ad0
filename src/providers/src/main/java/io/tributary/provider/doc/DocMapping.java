package io.tributary.provider.doc;

import io.tributary.model.Batch;
import io.tributary.model.Resource;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.Feed;
import io.tributary.provider.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Kept documents into records, by the rules of the adapter's normaliser. */
final class DocMapping<F extends DocFeed> implements Mapping {
  private final Documents<F> kept;

  DocMapping(Documents<F> kept) {
    this.kept = kept;
  }

  @Override
  public String version() {
    return kept.slug() + "/" + kept.version();
  }

  @Override
  public Need need(Feed feed) {
    F own = kept.own(feed);
    Set<String> dated = new TreeSet<>();
    Set<String> always = new TreeSet<>();
    Stream.concat(own.main().stream(), own.beside().stream())
        .forEach(k -> (k.undated() ? always : dated).add(k.wire()));
    return new Need(dated, always);
  }

  /**
   * Documents that were read under other facts, such as another fallback zone, are mapped apart,
   * each with all that may complete them.
   */
  @Override
  public List<Batch> normalise(Feed feed, List<Document> documents) {
    F own = kept.own(feed);
    Set<AccountFacts> all = facts(documents.stream().filter(d -> is(d, own.main())).toList());
    List<Batch> out = new ArrayList<>();
    for (AccountFacts facts : all.isEmpty() ? facts(documents) : all) {
      DocSet read = new DocSet();
      for (DocKind main : own.main()) {
        if (main.granted(facts)) {
          read.read(main);
        }
        documents.stream()
            .filter(d -> is(d, main) && d.facts().equals(facts))
            .forEach(d -> read.add(main, d.body()));
      }
      for (DocKind beside : own.beside()) {
        if (beside.granted(facts)) {
          // Read then, though maybe without a document: that differs from not read.
          read.read(beside);
          documents.stream().filter(d -> is(d, beside)).forEach(d -> read.add(beside, d.body()));
        }
      }
      out.add(kept.normaliser().normalise(own, read, facts));
    }
    return out;
  }

  private static Set<AccountFacts> facts(List<Document> documents) {
    Set<AccountFacts> out = new LinkedHashSet<>();
    documents.forEach(d -> out.add(d.facts()));
    return out;
  }

  private static boolean is(Document document, List<? extends DocKind> kinds) {
    return kinds.stream().anyMatch(k -> is(document, k));
  }

  private static boolean is(Document document, DocKind kind) {
    return document.kind().equals(kind.wire());
  }

  @Override
  public List<String> rules(Resource resource) {
    return kept.rules().apply(resource);
  }
}
