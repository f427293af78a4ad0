package io.tributary.provider.document;

import io.tributary.provider.AccountContext;
import io.tributary.provider.Feed;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationFetcher;
import io.tributary.provider.Puller;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Page;
import io.tributary.provider.Puller.Window;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** Fetches the target of a notification as one page. */
final class NotificationFeedFetcher<F extends DocumentFeed> implements NotificationFetcher {
  private final DocumentPipeline<F> pipeline;
  private final DocumentSource<F> source;
  private final Puller puller;

  NotificationFeedFetcher(DocumentPipeline<F> kept, DocumentSource<F> source, Puller days) {
    this.pipeline = kept;
    this.source = source;
    this.puller = days;
  }

  @Override
  public Page fetch(Account account, Feed feed, FetchTarget wanted, Instant now) {
    LocalDate today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    FetchContext<F> reading =
        new FetchContext<>(
            account,
            pipeline.feedOf(feed),
            new Window(today, today, now),
            null,
            AccountContext.of(account));
    Optional<Window> told = source.fetch(reading, wanted);
    return told.map(window -> puller.pull(account, feed, window, null))
        .orElseGet(() -> pipeline.page(reading));
  }
}
