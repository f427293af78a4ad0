package io.tributary.pull;

import io.tributary.connection.Connection;
import io.tributary.ingest.DataOrigin;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationFetcher;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Reads the changes that a provider notification reports, in the same way as a poll. New and
 * changed records become daily events.
 *
 * <p>All methods block their virtual thread. {@link FailureDecision} classifies their failures.
 */
public final class NotificationPull {
  private final FeedReader reads;
  private final int reread;

  NotificationPull(HistoricalPullJob.Parts parts) {
    this.reads = new FeedReader(parts, DataOrigin.Channel.NOTICE);
    this.reread = parts.settings().pollReread();
  }

  /**
   * @param going turns false when the read must stop
   * @throws ConnectionEnded when the connection is no longer connected
   */
  public Reading open(Connection connection, BooleanSupplier going) {
    return new Reading(reads.open(connection, going), reads.parts(connection));
  }

  /** Open connection, in the generation in which it was found. */
  public final class Reading implements AutoCloseable {
    private final FeedReader.Opened opened;
    private final List<FeedReader.Part> parts;

    private Reading(FeedReader.Opened opened, List<FeedReader.Part> parts) {
      this.opened = opened;
      this.parts = parts;
    }

    /** Ends the read. No call is in flight any more. */
    @Override
    public void close() {
      opened.close();
    }

    /** Returns the names of the feeds that the grant covers. */
    public List<String> feeds() {
      return parts.stream().map(p -> p.feed().name()).toList();
    }

    /**
     * Reads these days of a feed, both inclusive.
     *
     * @throws ProviderException.ScopeMissing when the grant does not cover the feed
     */
    public void days(String feed, LocalDate first, LocalDate last) {
      FeedReader.Part part = part(feed);
      for (PullRange.Days d :
          PullRange.windows(new PullRange.Days(first, last), part.feed().windowDays())) {
        reads.window(opened, part, new Puller.Window(d.first(), d.last(), Instant.now()));
      }
    }

    /** Reads the latest days of a feed, as a poll does. */
    public void news(String feed) {
      LocalDate today = Instant.now().atOffset(ZoneOffset.UTC).toLocalDate();
      days(feed, today.minusDays(reread), today.plusDays(1));
    }

    /** Fetches single documents of a feed. */
    public void fetch(String feed, FetchTarget wanted) {
      FeedReader.Part part = part(feed);
      NotificationFetcher fetcher =
          opened
              .adapter()
              .fetcher()
              .orElseThrow(() -> new ProviderException.Rejected("no single documents of " + feed));
      Puller.Page page = fetcher.fetch(opened.account(), part.feed(), wanted, Instant.now());
      reads.store(opened, part, page, null);
    }

    private FeedReader.Part part(String feed) {
      return parts.stream()
          .filter(p -> p.feed().name().equals(feed))
          .findFirst()
          .orElseThrow(ProviderException.ScopeMissing::new);
    }
  }
}
