package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Sample;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Feed;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads one window of a feed as one page. The page includes the main kinds and everything that
 * completes them, because documents are joined across kinds and the window limits their number.
 */
public final class FeedPuller<F extends DocumentFeed> implements Puller {
  /** Fetches the documents of a kind. */
  @FunctionalInterface
  public interface Source<F extends DocumentFeed> {
    /**
     * Adds all documents of the kind within the reading's window. Only granted kinds are requested;
     * a failure fails the page.
     */
    void read(FetchContext<F> reading, DocumentKind kind);
  }

  private final DocumentPipeline<F> pipeline;
  private final Source<F> source;

  FeedPuller(DocumentPipeline<F> kept, Source<F> source) {
    this.pipeline = kept;
    this.source = source;
  }

  @Override
  public Page pull(Account account, Feed feed, Window window, JsonNode cursor) {
    F own = pipeline.feedOf(feed);
    AccountContext facts = AccountContext.of(account);
    if (own.mainKinds().stream().noneMatch(k -> k.isGranted(facts))) {
      if (feed.resources().isEmpty()) {
        // The feed produces no resource, so only side information such as a device stays unknown.
        return new Page(NormalizedBatch.empty(), null);
      }
      throw new ProviderException.ScopeMissing();
    }
    FetchContext<F> reading = new FetchContext<>(account, own, window, cursor, facts);
    Stream.concat(own.mainKinds().stream(), own.completingKinds().stream())
        .filter(kind -> kind.isGranted(facts))
        .forEach(
            kind -> {
              reading.documents().markRead(kind);
              source.read(reading, kind);
            });
    Page page = pipeline.page(reading);
    return own.cutToWindow()
        ? new Page(limitToWindow(page.batch(), window), page.next(), page.documents())
        : page;
  }

  private static NormalizedBatch limitToWindow(NormalizedBatch batch, Window window) {
    List<Sample> samples =
        batch.samples().stream()
            .filter(s -> !s.day().isBefore(window.first()) && !s.day().isAfter(window.last()))
            .toList();
    return new NormalizedBatch(
        batch.summaries(), samples, batch.streams(), batch.devices(), batch.refused());
  }
}
