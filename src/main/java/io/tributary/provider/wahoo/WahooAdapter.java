package io.tributary.provider.wahoo;

import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.WORKOUTS;
import static io.tributary.model.Resource.WORKOUT_STREAM;

import io.tributary.provider.Adapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.tributary.provider.Inbound;
import io.tributary.provider.Mapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.FeedPuller;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Wahoo, Cloud API v1: workouts with their FIT files, and the user. */
public final class WahooAdapter implements Adapter {
  private static final List<WahooFeed> FEEDS = List.of(WahooFeed.values());
  private static final ScopeNeed DONE =
      new ScopeNeed(Set.of(WahooKind.WORKOUTS_READ), Set.of(WahooKind.OFFLINE));
  private static final ScopeNeed USER = new ScopeNeed(Set.of(WahooKind.USER_READ), Set.of());

  /** Ten access tokens may live at once: one is not renewed long before it ends. */
  private static final Duration REFRESH = Duration.ofMinutes(2);

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(WahooNormaliser.SLUG, "Wahoo")
          .description("Cycling computers and indoor trainers")
          .historicalDays(180)
          .refreshBefore(REFRESH)
          .resources(List.of(BODY, HEARTRATE, PROFILE, WORKOUT_STREAM, WORKOUTS))
          .scopes(
              Map.of(
                  WORKOUTS, DONE, WORKOUT_STREAM, DONE, HEARTRATE, DONE, BODY, USER, PROFILE, USER))
          .scopesAsked(List.of(WahooKind.USER_READ, WahooKind.WORKOUTS_READ, WahooKind.OFFLINE))
          .feeds(FEEDS.stream().map(WahooFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          WahooNormaliser.SLUG,
          WahooNormaliser.VERSION,
          FEEDS,
          WahooNormaliser::normalise,
          WahooRaws::rules);

  private final OAuth oauth;
  private final Puller puller;
  private final Inbound inbound = new WahooInbound();

  public WahooAdapter(ProviderHttp http) {
    this.oauth = WahooOAuth.on(http);
    this.puller =
        new FeedPuller<>(FEEDS, new WahooSource(http), WahooNormaliser::normalise, WahooRaws.RULES);
  }

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<OAuth> oauth() {
    return Optional.of(oauth);
  }

  @Override
  public Puller puller() {
    return puller;
  }

  @Override
  public Optional<Mapping> mapping() {
    return Optional.of(MAPPING);
  }

  @Override
  public Optional<Inbound> inbound() {
    return Optional.of(inbound);
  }
}
