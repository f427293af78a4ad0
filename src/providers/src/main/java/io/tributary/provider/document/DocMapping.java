package io.tributary.provider.document;

import io.tributary.model.NormalizedBatch;
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
  private final DocumentPipeline<F> pipeline;

  DocMapping(DocumentPipeline<F> kept) {
    this.pipeline = kept;
  }

  @Override
  public String version() {
    return pipeline.slug() + "/" + pipeline.version();
  }

  @Override
  public RequiredKinds requiredKinds(Feed feed) {
    F own = pipeline.feedOf(feed);
    Set<String> dated = new TreeSet<>();
    Set<String> always = new TreeSet<>();
    Stream.concat(own.mainKinds().stream(), own.completingKinds().stream())
        .forEach(k -> (k.isUndated() ? always : dated).add(k.wire()));
    return new RequiredKinds(dated, always);
  }

  /**
   * Maps documents with different account contexts, such as another fallback zone, separately, each
   * with all documents that may complete them.
   */
  @Override
  public List<NormalizedBatch> normalize(Feed feed, List<Document> documents) {
    F own = pipeline.feedOf(feed);
    Set<AccountContext> all =
        contexts(documents.stream().filter(d -> isOfKind(d, own.mainKinds())).toList());
    List<NormalizedBatch> out = new ArrayList<>();
    for (AccountContext facts : all.isEmpty() ? contexts(documents) : all) {
      DocumentSet read = new DocumentSet();
      for (DocumentKind main : own.mainKinds()) {
        if (main.isGranted(facts)) {
          read.markRead(main);
        }
        documents.stream()
            .filter(d -> isOfKind(d, main) && d.context().equals(facts))
            .forEach(d -> read.add(main, d.body()));
      }
      for (DocumentKind beside : own.completingKinds()) {
        if (beside.isGranted(facts)) {
          // The kind is marked as read even without a document, because a kind that was read and is
          // empty differs from one that was not read.
          read.markRead(beside);
          documents.stream()
              .filter(d -> isOfKind(d, beside))
              .forEach(d -> read.add(beside, d.body()));
        }
      }
      out.add(pipeline.normalizer().normalize(own, read, facts));
    }
    return out;
  }

  private static Set<AccountContext> contexts(List<Document> documents) {
    Set<AccountContext> out = new LinkedHashSet<>();
    documents.forEach(d -> out.add(d.context()));
    return out;
  }

  private static boolean isOfKind(Document document, List<? extends DocumentKind> kinds) {
    return kinds.stream().anyMatch(k -> isOfKind(document, k));
  }

  private static boolean isOfKind(Document document, DocumentKind kind) {
    return document.kind().equals(kind.wire());
  }

  @Override
  public List<String> rules(Resource resource) {
    return pipeline.rules().apply(resource);
  }
}
