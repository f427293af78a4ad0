package io.tributary.provider.document;

import io.tributary.model.NormalisedBatch;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.Feed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Maps stored documents to records with the adapter's normalizer. */
final class DocMapping<F extends DocumentFeed> implements DocumentMapper {
  private final DocumentPipeline<F> kept;

  DocMapping(DocumentPipeline<F> kept) {
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
   * Maps documents with different account contexts, such as another fallback zone, separately, each
   * with all documents that may complete them.
   */
  @Override
  public List<NormalisedBatch> normalise(Feed feed, List<Document> documents) {
    F own = kept.own(feed);
    Set<AccountContext> all = facts(documents.stream().filter(d -> is(d, own.main())).toList());
    List<NormalisedBatch> out = new ArrayList<>();
    for (AccountContext facts : all.isEmpty() ? facts(documents) : all) {
      DocumentSet read = new DocumentSet();
      for (DocumentKind main : own.main()) {
        if (main.granted(facts)) {
          read.read(main);
        }
        documents.stream()
            .filter(d -> is(d, main) && d.facts().equals(facts))
            .forEach(d -> read.add(main, d.body()));
      }
      for (DocumentKind beside : own.beside()) {
        if (beside.granted(facts)) {
          // The kind is marked as read even without a document, because a kind that was read and is
          // empty differs from one that was not read.
          read.read(beside);
          documents.stream().filter(d -> is(d, beside)).forEach(d -> read.add(beside, d.body()));
        }
      }
      out.add(kept.normaliser().normalise(own, read, facts));
    }
    return out;
  }

  private static Set<AccountContext> facts(List<Document> documents) {
    Set<AccountContext> out = new LinkedHashSet<>();
    documents.forEach(d -> out.add(d.facts()));
    return out;
  }

  private static boolean is(Document document, List<? extends DocumentKind> kinds) {
    return kinds.stream().anyMatch(k -> is(document, k));
  }

  private static boolean is(Document document, DocumentKind kind) {
    return document.kind().equals(kind.wire());
  }

  @Override
  public List<String> rules(Resource resource) {
    return kept.rules().apply(resource);
  }
}
