package io.tributary.provider.withings;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.tributary.provider.Inbound;
import io.tributary.provider.Mapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.Subscriber;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.FeedPuller;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Withings: scales, cuffs, watches, sleep mats and recordings of the heart. */
public final class WithingsAdapter implements Adapter {
  private static final List<WithingsFeed> FEEDS = List.of(WithingsFeed.values());

  /** What the one scope opens; everything else needs the other. */
  private static final Set<Resource> OF_METRICS =
      Set.of(
          Resource.BODY,
          Resource.WEIGHT,
          Resource.FAT,
          Resource.BLOOD_PRESSURE,
          Resource.BODY_TEMPERATURE,
          Resource.BLOOD_OXYGEN,
          Resource.VO2_MAX,
          Resource.ELECTROCARDIOGRAM,
          Resource.ELECTROCARDIOGRAM_VOLTAGE,
          Resource.HEART_RATE_ALERT);

  private static final List<Resource> RESOURCES =
      FEEDS.stream()
          .flatMap(f -> f.resources().stream())
          .distinct()
          .sorted(Comparator.comparing(Resource::wire))
          .toList();

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(WithingsNormaliser.SLUG, "Withings")
          .description("Scales, watches, cuffs and sleep mats")
          .historicalDays(90)
          // A dozen calls a poll of 120 a minute and application; news are told besides.
          .pollEvery(Duration.ofHours(1))
          .lookBackDays(7)
          .resources(RESOURCES)
          .scopes(scopes())
          .scopesAsked(List.of(WithingsKind.INFO, WithingsKind.METRICS, WithingsKind.ACTIVITIES))
          .feeds(FEEDS.stream().map(WithingsFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          WithingsNormaliser.SLUG,
          WithingsNormaliser.VERSION,
          FEEDS,
          WithingsNormaliser::normalise,
          WithingsRaws::rules);

  private final OAuth oauth;
  private final Puller puller;
  private final Inbound inbound = new WithingsInbound();
  private final Subscriber subscriber;

  public WithingsAdapter(ProviderHttp http) {
    this.oauth = new WithingsOAuth(http);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new WithingsSource(
                new DocCalls(http, WithingsAnswers.RULES, account -> account.app().urls().api())),
            WithingsNormaliser::normalise,
            WithingsRaws.RULES);
    this.subscriber = new WithingsSubscriber(http);
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
  public Optional<Inbound> inbound() {
    return Optional.of(inbound);
  }

  @Override
  public Optional<Subscriber> subscriber() {
    return Optional.of(subscriber);
  }

  @Override
  public Optional<Mapping> mapping() {
    return Optional.of(MAPPING);
  }

  private static Map<Resource, ScopeNeed> scopes() {
    Map<Resource, ScopeNeed> out = new EnumMap<>(Resource.class);
    for (Resource resource : RESOURCES) {
      String scope = OF_METRICS.contains(resource) ? WithingsKind.METRICS : WithingsKind.ACTIVITIES;
      out.put(resource, new ScopeNeed(Set.of(scope), Set.of()));
    }
    return out;
  }
}
