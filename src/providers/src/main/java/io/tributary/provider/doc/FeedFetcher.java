package io.tributary.provider.doc;

import io.tributary.provider.AccountFacts;
import io.tributary.provider.Feed;
import io.tributary.provider.Fetcher;
import io.tributary.provider.Puller;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Page;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.Wanted;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** Reads what a push told of, as one page. */
final class FeedFetcher<F extends DocFeed> implements Fetcher {
  private final Documents<F> kept;
  private final SingleSource<F> source;
  private final Puller days;

  FeedFetcher(Documents<F> kept, SingleSource<F> source, Puller days) {
    this.kept = kept;
    this.source = source;
    this.days = days;
  }

  @Override
  public Page fetch(Account account, Feed feed, Wanted wanted, Instant now) {
    LocalDate today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    Reading<F> reading =
        new Reading<>(
            account, kept.own(feed), new Window(today, today, now), null, AccountFacts.of(account));
    Optional<Window> told = source.fetch(reading, wanted);
    return told.map(window -> days.pull(account, feed, window, null))
        .orElseGet(() -> kept.page(reading));
  }
}
