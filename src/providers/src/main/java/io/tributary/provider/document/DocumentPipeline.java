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
 * What an adapter reads and what becomes of it, whether it was read just now or kept.
 *
 * @param version goes up when the same documents give other records
 * @param raws how documents are kept
 * @param rules the sentences that say how a resource comes to be; empty for others
 */
public record DocumentPipeline<F extends DocumentFeed>(
    String slug,
    int version,
    List<F> feeds,
    DocNormaliser<F> normaliser,
    DocumentKeys raws,
    Function<Resource, List<String>> rules) {
  public DocumentPipeline {
    feeds = List.copyOf(feeds);
  }

  /** The feeds as a descriptor lists them. */
  public List<Feed> listed() {
    return feeds.stream().map(DocumentFeed::feed).toList();
  }

  /** What the feeds make, by name. */
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
    return new FeedFetcher<>(this, source, puller(source));
  }

  public DocumentMapper mapping() {
    return new DocMapping<>(this);
  }

  /** What the documents of a reading make. */
  Page page(FetchContext<F> reading) {
    return new Page(
        normaliser.normalise(reading.feed(), reading.documents(), reading.facts()),
        reading.rest(),
        () -> raws.of(reading.documents(), reading.facts()));
  }

  /** The adapter's own feed behind one of the descriptor. */
  F own(Feed feed) {
    return feeds.stream()
        .filter(f -> f.wire().equals(feed.name()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no feed " + feed.name()));
  }
}
