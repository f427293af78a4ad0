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
import java.util.function.Function;
import java.util.stream.Stream;

/** Kept documents into records, by the rules of the adapter's normaliser. */
public final class DocMapping<F extends DocFeed> implements Mapping {
  private final String version;
  private final List<F> feeds;
  private final DocNormaliser<F> normaliser;
  private final Function<Resource, List<String>> rules;

  /**
   * @param version goes up when the same documents give other records
   * @param rules the sentences that say how a resource comes to be; empty for others
   */
  public DocMapping(
      String slug,
      int version,
      List<F> feeds,
      DocNormaliser<F> normaliser,
      Function<Resource, List<String>> rules) {
    this.version = slug + "/" + version;
    this.feeds = List.copyOf(feeds);
    this.normaliser = normaliser;
    this.rules = rules;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public Need need(Feed feed) {
    F own = FeedPuller.of(feeds, feed);
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
    F own = FeedPuller.of(feeds, feed);
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
      out.add(normaliser.normalise(own, read, facts));
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
    return rules.apply(resource);
  }
}
