package io.tributary.pull;

import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionGone;
import io.tributary.ingest.Origin;
import io.tributary.provider.Fetcher;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.Puller;
import io.tributary.provider.Wanted;
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
public final class TargetedRead {
  private final FeedRead reads;
  private final int reread;

  TargetedRead(PullRun.Parts parts) {
    this.reads = new FeedRead(parts, Origin.Channel.NOTICE);
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
    private final FeedRead.Opened opened;
    private final List<FeedRead.Part> parts;

    private Reading(FeedRead.Opened opened, List<FeedRead.Part> parts) {
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
      FeedRead.Part part = part(feed);
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
    public void fetch(String feed, Wanted wanted) {
      FeedRead.Part part = part(feed);
      Fetcher fetcher =
          opened
              .adapter()
              .fetcher()
              .orElseThrow(() -> new ProviderFault.Rejected("no single documents of " + feed));
      Puller.Page page = fetcher.fetch(opened.account(), part.feed(), wanted, Instant.now());
      reads.store(opened, part, page, null);
    }

    private FeedRead.Part part(String feed) {
      return parts.stream()
          .filter(p -> p.feed().name().equals(feed))
          .findFirst()
          .orElseThrow(ProviderFault.ScopeMissing::new);
    }
  }
}
