package io.tributary.provider.googlehealth;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.BODY_TEMPERATURE;
import static io.tributary.model.Resource.CALORIES_ACTIVE;
import static io.tributary.model.Resource.DISTANCE;
import static io.tributary.model.Resource.FAT;
import static io.tributary.model.Resource.FLOORS_CLIMBED;
import static io.tributary.model.Resource.GLUCOSE;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.RESPIRATORY_RATE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.STEPS;
import static io.tributary.model.Resource.VO2_MAX;
import static io.tributary.model.Resource.WATER;
import static io.tributary.model.Resource.WEIGHT;
import static io.tributary.model.Resource.WORKOUTS;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import io.tributary.provider.document.DoublingBackoff;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adapter for the Google Health API, v4: data of Fitbit devices, Pixel watches and Health Connect,
 * reconciled by Google.
 */
public final class GoogleHealthAdapter {
  private static final DocumentPipeline<GoogleHealthFeed> DOCUMENTS =
      new DocumentPipeline<>(
          GoogleHealthNormalizer.SLUG,
          GoogleHealthNormalizer.VERSION,
          List.of(GoogleHealthFeed.values()),
          GoogleHealthNormalizer::normalise,
          GoogleHealthDocuments.KEYS,
          GoogleHealthMapping::describe);

  /** Scopes of which at least one is required to read anything. */
  static final List<String> DATA_SCOPES =
      List.of(
          GoogleHealthScopes.ACTIVITY,
          GoogleHealthScopes.SLEEP,
          GoogleHealthScopes.METRICS,
          GoogleHealthScopes.NUTRITION);

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(GoogleHealthNormalizer.SLUG, "Google Health API")
          .description("Activity, sleep and vitals from Fitbit devices and Google")
          .historicalDays(90)
          .lookbackDays(7)
          .resources(DOCUMENTS.resources())
          .scopes(scopes())
          .defaultScopes(
              List.of(
                  GoogleHealthScopes.OPENID,
                  GoogleHealthScopes.ACTIVITY,
                  GoogleHealthScopes.SLEEP,
                  GoogleHealthScopes.METRICS,
                  GoogleHealthScopes.NUTRITION,
                  GoogleHealthScopes.PROFILE))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private GoogleHealthAdapter() {}

  public static Adapter on(ProviderHttp http) {
    // Quotas are not published, and a 429 may omit the wait.
    DocCalls calls = new DocCalls(http, new DoublingBackoff());
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new GoogleHealthClient(calls)))
        .oauth(GoogleHealthOAuth.on(http))
        .notificationParser(new GoogleHealthNotificationParser())
        .subscriptionClient(new GoogleHealthSubscriptionClient(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }

  private static Map<Resource, ScopeRequirement> scopes() {
    Map<Resource, ScopeRequirement> out = new HashMap<>();
    // The resting heart rate of a day belongs to the measurements.
    out.put(ACTIVITY, ScopeRequirement.of(GoogleHealthScopes.ACTIVITY, GoogleHealthScopes.METRICS));
    for (Resource r :
        List.of(WORKOUTS, STEPS, DISTANCE, CALORIES_ACTIVE, FLOORS_CLIMBED, VO2_MAX)) {
      out.put(r, ScopeRequirement.of(GoogleHealthScopes.ACTIVITY));
    }
    for (Resource r : List.of(SLEEP, SLEEP_CYCLE)) {
      out.put(r, ScopeRequirement.of(GoogleHealthScopes.SLEEP));
    }
    for (Resource r :
        List.of(
            BODY,
            HEARTRATE,
            HRV,
            BLOOD_OXYGEN,
            RESPIRATORY_RATE,
            GLUCOSE,
            WEIGHT,
            FAT,
            BODY_TEMPERATURE)) {
      out.put(r, ScopeRequirement.of(GoogleHealthScopes.METRICS));
    }
    out.put(WATER, ScopeRequirement.of(GoogleHealthScopes.NUTRITION));
    // Only the height is read of the profile, and it belongs to the measurements.
    out.put(
        PROFILE,
        new ScopeRequirement(
            Set.of(GoogleHealthScopes.PROFILE, GoogleHealthScopes.METRICS), Set.of()));
    return out;
  }
}
