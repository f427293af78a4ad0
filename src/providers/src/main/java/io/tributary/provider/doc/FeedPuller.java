package io.tributary.provider.doc;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.Batch;
import io.tributary.model.Sample;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.Feed;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.Puller;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads one window of a feed as one page: the main kinds and all that completes them, because
 * documents are joined across kinds and a window bounds their number.
 */
public final class FeedPuller<F extends DocFeed> implements Puller {
  /** The calls behind a kind of documents. */
  @FunctionalInterface
  public interface Source<F extends DocFeed> {
    /**
     * Adds all documents of the kind in the reading's window. Kinds that are not granted are not
     * asked for; what fails, fails the page.
     */
    void read(Reading<F> reading, DocKind kind);
  }

  private final Documents<F> kept;
  private final Source<F> source;

  FeedPuller(Documents<F> kept, Source<F> source) {
    this.kept = kept;
    this.source = source;
  }

  @Override
  public Page pull(Account account, Feed feed, Window window, JsonNode cursor) {
    F own = kept.own(feed);
    AccountFacts facts = AccountFacts.of(account);
    if (own.main().stream().noneMatch(k -> k.granted(facts))) {
      if (feed.resources().isEmpty()) {
        // Nobody asked for a resource: what it tells, such as a device, just stays unknown.
        return new Page(Batch.empty(), null);
      }
      throw new ProviderFault.ScopeMissing();
    }
    Reading<F> reading = new Reading<>(account, own, window, cursor, facts);
    Stream.concat(own.main().stream(), own.beside().stream())
        .filter(kind -> kind.granted(facts))
        .forEach(
            kind -> {
              reading.documents().read(kind);
              source.read(reading, kind);
            });
    Page page = kept.page(reading);
    return own.cutToWindow()
        ? new Page(within(page.batch(), window), page.next(), page.documents())
        : page;
  }

  private static Batch within(Batch batch, Window window) {
    List<Sample> samples =
        batch.samples().stream()
            .filter(s -> !s.day().isBefore(window.first()) && !s.day().isAfter(window.last()))
            .toList();
    return new Batch(batch.summaries(), samples, batch.streams(), batch.devices(), batch.refused());
  }
}
