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
  private final FeedReader reader;
  private final int rereadDays;

  NotificationPull(HistoricalPullJob.PullServices parts) {
    this.reader = new FeedReader(parts, DataOrigin.Channel.NOTICE);
    this.rereadDays = parts.settings().pollOverlapDays();
  }

  /**
   * @param going turns false when the read must stop
   * @throws ConnectionEnded when the connection is no longer connected
   */
  public NotificationReader open(Connection connection, BooleanSupplier going) {
    return new NotificationReader(
        reader.open(connection, going), reader.availableFeeds(connection));
  }

  /** Open connection, in the generation in which it was found. */
  public final class NotificationReader implements AutoCloseable {
    private final FeedReader.OpenConnection opened;
    private final List<FeedReader.FeedSelection> parts;

    private NotificationReader(
        FeedReader.OpenConnection opened, List<FeedReader.FeedSelection> parts) {
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
      FeedReader.FeedSelection part = selection(feed);
      for (PullRange.Days d :
          PullRange.windows(new PullRange.Days(first, last), part.feed().windowDays())) {
        reader.readWindow(opened, part, new Puller.Window(d.first(), d.last(), Instant.now()));
      }
    }

    /** Reads the latest days of a feed, as a poll does. */
    public void latest(String feed) {
      LocalDate today = Instant.now().atOffset(ZoneOffset.UTC).toLocalDate();
      days(feed, today.minusDays(rereadDays), today.plusDays(1));
    }

    /** Fetches single documents of a feed. */
    public void fetch(String feed, FetchTarget wanted) {
      FeedReader.FeedSelection part = selection(feed);
      NotificationFetcher fetcher =
          opened
              .adapter()
              .fetcher()
              .orElseThrow(
                  () ->
                      new ProviderException.Rejected(
                          "single documents cannot be fetched from feed " + feed));
      Puller.Page page = fetcher.fetch(opened.account(), part.feed(), wanted, Instant.now());
      reader.storePage(opened, part, page, null);
    }

    private FeedReader.FeedSelection selection(String feed) {
      return parts.stream()
          .filter(p -> p.feed().name().equals(feed))
          .findFirst()
          .orElseThrow(ProviderException.ScopeMissing::new);
    }
  }
}
