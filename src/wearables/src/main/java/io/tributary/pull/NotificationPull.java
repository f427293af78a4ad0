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
 * Reads what a notice of a provider told of, by the same way as a poll: new and changed records
 * become daily events. Everything blocks its virtual thread; what fails is sorted by {@link
 * PullVerdict#of}.
 */
public final class NotificationPull {
  private final FeedReader reads;
  private final int reread;

  NotificationPull(HistoricalPullJob.Parts parts) {
    this.reads = new FeedReader(parts, DataOrigin.Channel.NOTICE);
    this.reread = parts.settings().pollReread();
  }

  /**
   * @param going false once the reading must stop
   * @throws ConnectionGone when it is not connected any more
   */
  public Reading open(Connection connection, BooleanSupplier going) {
    return new Reading(reads.open(connection, going), reads.parts(connection));
  }

  /** A connection that is being read, in the generation in which it was found. */
  public final class Reading implements AutoCloseable {
    private final FeedReader.Opened opened;
    private final List<FeedReader.Part> parts;

    private Reading(FeedReader.Opened opened, List<FeedReader.Part> parts) {
      this.opened = opened;
      this.parts = parts;
    }

    /** No call is under way any more. */
    @Override
    public void close() {
      opened.close();
    }

    /** Names of the feeds that the grant opens. */
    public List<String> feeds() {
      return parts.stream().map(p -> p.feed().name()).toList();
    }

    /**
     * All of these days of a feed, both inclusive.
     *
     * @throws ProviderFault.ScopeMissing when the grant opens nothing of it
     */
    public void days(String feed, LocalDate first, LocalDate last) {
      FeedReader.Part part = part(feed);
      for (PullRange.Days d :
          PullRange.windows(new PullRange.Days(first, last), part.feed().windowDays())) {
        reads.window(opened, part, new Puller.Window(d.first(), d.last(), Instant.now()));
      }
    }

    /** The last days of a feed, as a poll reads them. */
    public void news(String feed) {
      LocalDate today = Instant.now().atOffset(ZoneOffset.UTC).toLocalDate();
      days(feed, today.minusDays(reread), today.plusDays(1));
    }

    /** Single documents of a feed. */
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
