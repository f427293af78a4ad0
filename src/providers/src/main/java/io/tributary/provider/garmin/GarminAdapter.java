package io.tributary.provider.garmin;

import static io.tributary.provider.garmin.GarminDocumentKind.ACTIVITY_EXPORT;
import static io.tributary.provider.garmin.GarminDocumentKind.HEALTH_EXPORT;
import static io.tributary.provider.garmin.GarminDocumentKind.HISTORY_EXPORT;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Adapter for the Garmin Health and Activity APIs, which push days, nights and workouts. The
 * callback URLs are entered manually in Garmin's portal, so there is no subscription client.
 */
public final class GarminAdapter {
  private static final DocumentPipeline<GarminFeed> DOCUMENTS =
      new DocumentPipeline<>(
          GarminNormalizer.SLUG,
          GarminNormalizer.VERSION,
          List.of(GarminFeed.values()),
          GarminNormalizer::normalise,
          GarminDocuments.KEYS,
          GarminDocuments::rules);

  private static final List<Resource> RESOURCES = DOCUMENTS.resources();

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(GarminNormalizer.SLUG, "Garmin")
          .description("Sports watches and cycling computers")
          .historicalDays(90)
          .historyByPush()
          // The poll is one call that refreshes the tokens, which are valid for a day.
          .pollInterval(Duration.ofDays(1))
          .resources(RESOURCES)
          .scopes(scopes())
          .defaultScopes(List.of(HEALTH_EXPORT, ACTIVITY_EXPORT, HISTORY_EXPORT))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private GarminAdapter() {}

  public static Adapter on(ProviderHttp http) {
    GarminClient source = new GarminClient(http);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .notificationFetcher(DOCUMENTS.fetcher(source))
        .oauth(new GarminOAuth(http))
        .notificationParser(new GarminNotificationParser())
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }

  /** Returns the scopes; history is optional everywhere, because new data arrive without it. */
  private static Map<Resource, ScopeRequirement> scopes() {
    Map<Resource, ScopeRequirement> out = new EnumMap<>(Resource.class);
    for (Resource r : RESOURCES) {
      String needed =
          r == Resource.WORKOUTS || r == Resource.WORKOUT_STREAM ? ACTIVITY_EXPORT : HEALTH_EXPORT;
      out.put(r, ScopeRequirement.of(needed, HISTORY_EXPORT));
    }
    return out;
  }
}
