package io.tributary.provider.document;

import io.tributary.model.Resource;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.Feed;
import io.tributary.provider.NotificationFetcher;
import io.tributary.provider.Puller;
import io.tributary.provider.Puller.Page;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Feeds of an adapter with the code that turns their documents into records, for documents read now
 * and for stored ones.
 *
 * @param version increases when the same documents yield different records
 * @param storageRules rules for storing documents
 * @param rules sentences that describe how a resource is derived; empty for other resources
 */
public record DocumentPipeline<F extends DocumentFeed>(
    String slug,
    int version,
    List<F> feeds,
    DocumentNormalizer<F> normalizer,
    DocumentKeys storageRules,
    Function<Resource, List<String>> rules) {
  public DocumentPipeline {
    feeds = List.copyOf(feeds);
  }

  /** Returns the feeds as the descriptor lists them. */
  public List<Feed> descriptorFeeds() {
    return feeds.stream().map(DocumentFeed::feed).toList();
  }

  /** Returns the resources of all feeds, by name. */
  public List<Resource> resources() {
    return feeds.stream()
        .flatMap(f -> f.resources().stream())
        .distinct()
        .sorted(Comparator.comparing(Resource::wire))
        .toList();
  }

  public Puller puller(FeedPuller.Source<F> source) {
    return new FeedPuller<>(this, source);
  }

  public NotificationFetcher fetcher(DocumentSource<F> source) {
    return new NotificationFeedFetcher<>(this, source, puller(source));
  }

  public DocumentMapper documentMapper() {
    return new DocMapping<>(this);
  }

  /** Converts the documents of a page to records. */
  Page page(FetchContext<F> reading) {
    return new Page(
        normalizer.normalize(reading.feed(), reading.documents(), reading.accountContext()),
        reading.nextCursor(),
        () -> storageRules.rawDocuments(reading.documents(), reading.accountContext()));
  }

  /** Returns the adapter's feed behind a descriptor's feed. */
  F feedOf(Feed feed) {
    return feeds.stream()
        .filter(f -> f.storedName().equals(feed.name()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown feed " + feed.name()));
  }
}
