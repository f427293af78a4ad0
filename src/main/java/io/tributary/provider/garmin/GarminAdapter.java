package io.tributary.provider.garmin;

import static io.tributary.provider.garmin.GarminKind.ACTIVITY_EXPORT;
import static io.tributary.provider.garmin.GarminKind.HEALTH_EXPORT;
import static io.tributary.provider.garmin.GarminKind.HISTORY_EXPORT;

import io.tributary.model.Resource;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Garmin, Health and Activity API: days, nights and workouts that it tells of by itself. Its
 * addresses are entered by hand in the vendor's portal, so there is no subscriber.
 */
public final class GarminAdapter implements Adapter {
  private static final List<GarminFeed> FEEDS = List.of(GarminFeed.values());

  private static final List<Resource> RESOURCES =
      Arrays.stream(GarminFeed.values())
          .flatMap(f -> f.resources().stream())
          .sorted(Comparator.comparing(Resource::wire))
          .toList();

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(GarminNormaliser.SLUG, "Garmin")
          .description("Sports watches and cycling computers")
          .historicalDays(90)
          .historyByPush()
          // One call that renews the tokens: they live for a day.
          .pollEvery(Duration.ofDays(1))
          .resources(RESOURCES)
          .scopes(scopes())
          .scopesAsked(List.of(HEALTH_EXPORT, ACTIVITY_EXPORT, HISTORY_EXPORT))
          .feeds(FEEDS.stream().map(GarminFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          GarminNormaliser.SLUG,
          GarminNormaliser.VERSION,
          FEEDS,
          GarminNormaliser::normalise,
          GarminRaws::rules);

  private final OAuth oauth;
  private final Puller puller;
  private final Inbound inbound = new GarminInbound();

  public GarminAdapter(ProviderHttp http) {
    this.oauth = new GarminOAuth(http);
    this.puller =
        new FeedPuller<>(
            FEEDS, new GarminSource(http), GarminNormaliser::normalise, GarminRaws.RULES);
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
  public Optional<Mapping> mapping() {
    return Optional.of(MAPPING);
  }

  /** History may be left out everywhere: what is new is told without it. */
  private static Map<Resource, ScopeNeed> scopes() {
    Map<Resource, ScopeNeed> out = new EnumMap<>(Resource.class);
    for (Resource r : RESOURCES) {
      String needed =
          r == Resource.WORKOUTS || r == Resource.WORKOUT_STREAM ? ACTIVITY_EXPORT : HEALTH_EXPORT;
      out.put(r, new ScopeNeed(Set.of(needed), Set.of(HISTORY_EXPORT)));
    }
    return out;
  }
}
