package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.Feed;
import io.tributary.provider.Puller;

/** Pulls a feed once the account's time zone is known. */
final class FitbitPuller implements Puller {
  private final FitbitZoneRefresher zones;
  private final Puller feeds;

  FitbitPuller(FitbitZoneRefresher zones, Puller feeds) {
    this.zones = zones;
    this.feeds = feeds;
  }

  @Override
  public Page pull(Account account, Feed feed, Window window, JsonNode cursor) {
    zones.refreshIfDue(account, window.now());
    return feeds.pull(account, feed, window, cursor);
  }
}
