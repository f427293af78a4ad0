package io.tributary.provider.googlefit;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BLOOD_PRESSURE;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.BODY_TEMPERATURE;
import static io.tributary.model.Resource.CALORIES_ACTIVE;
import static io.tributary.model.Resource.DISTANCE;
import static io.tributary.model.Resource.FAT;
import static io.tributary.model.Resource.GLUCOSE;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.STEPS;
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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Adapter for the Google Fit REST API, v1, which Google is about to shut down. It has no
 * notifications.
 */
public final class GoogleFitAdapter {
  private static final DocumentPipeline<GoogleFitFeed> DOCUMENTS =
      new DocumentPipeline<>(
          GoogleFitNormalizer.SLUG,
          GoogleFitNormalizer.VERSION,
          List.of(GoogleFitFeed.values()),
          GoogleFitNormalizer::normalise,
          GoogleFitDocuments.KEYS,
          GoogleFitMapping::describe);

  /** Scopes of which at least one is required to read anything. */
  static final List<String> DATA_SCOPES =
      List.of(
          GoogleFitScopes.ACTIVITY,
          GoogleFitScopes.LOCATION,
          GoogleFitScopes.BODY,
          GoogleFitScopes.SLEEP,
          GoogleFitScopes.HEART,
          GoogleFitScopes.GLUCOSE,
          GoogleFitScopes.PRESSURE,
          GoogleFitScopes.NUTRITION,
          GoogleFitScopes.OXYGEN,
          GoogleFitScopes.TEMPERATURE);

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(GoogleFitNormalizer.SLUG, "Google Fit")
          .description("Activity collected by the Google Fit app")
          .kind("app")
          .historicalDays(90)
          // A phone may upload its days late.
          .lookbackDays(7)
          // One poll takes about 25 of 600 calls per minute for all users, for data that are hours
          // late anyway.
          .pollInterval(Duration.ofHours(1))
          .resources(DOCUMENTS.resources())
          .scopes(scopes())
          .defaultScopes(
              Stream.concat(Stream.of(GoogleFitScopes.OPENID), DATA_SCOPES.stream()).toList())
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private GoogleFitAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, new GoogleFitErrorMapping());
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new GoogleFitClient(calls)))
        .oauth(GoogleFitOAuth.on(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }

  private static Map<Resource, ScopeRequirement> scopes() {
    Map<Resource, ScopeRequirement> out = new HashMap<>();
    out.put(
        ACTIVITY,
        ScopeRequirement.of(
            GoogleFitScopes.ACTIVITY, GoogleFitScopes.LOCATION, GoogleFitScopes.BODY));
    out.put(
        WORKOUTS,
        ScopeRequirement.of(
            GoogleFitScopes.ACTIVITY, GoogleFitScopes.LOCATION, GoogleFitScopes.HEART));
    out.put(STEPS, ScopeRequirement.of(GoogleFitScopes.ACTIVITY));
    out.put(CALORIES_ACTIVE, ScopeRequirement.of(GoogleFitScopes.ACTIVITY));
    out.put(DISTANCE, ScopeRequirement.of(GoogleFitScopes.LOCATION));
    for (Resource r : List.of(BODY, WEIGHT, FAT, PROFILE)) {
      out.put(r, ScopeRequirement.of(GoogleFitScopes.BODY));
    }
    out.put(SLEEP, ScopeRequirement.of(GoogleFitScopes.SLEEP, GoogleFitScopes.HEART));
    out.put(SLEEP_CYCLE, ScopeRequirement.of(GoogleFitScopes.SLEEP));
    out.put(HEARTRATE, ScopeRequirement.of(GoogleFitScopes.HEART));
    out.put(GLUCOSE, ScopeRequirement.of(GoogleFitScopes.GLUCOSE));
    out.put(BLOOD_PRESSURE, ScopeRequirement.of(GoogleFitScopes.PRESSURE));
    out.put(WATER, ScopeRequirement.of(GoogleFitScopes.NUTRITION));
    out.put(BLOOD_OXYGEN, ScopeRequirement.of(GoogleFitScopes.OXYGEN));
    out.put(BODY_TEMPERATURE, ScopeRequirement.of(GoogleFitScopes.TEMPERATURE));
    return out;
  }
}
