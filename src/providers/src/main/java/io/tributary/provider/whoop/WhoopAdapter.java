package io.tributary.provider.whoop;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.WORKOUTS;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adapter for WHOOP, API v2: cycles, sleeps with their recoveries, workouts and body measurements.
 * Webhooks are configured manually in WHOOP's dashboard, so there is no subscription client.
 */
public final class WhoopAdapter {
  private static final DocumentPipeline<WhoopFeed> DOCUMENTS =
      new DocumentPipeline<>(
          WhoopNormalizer.SLUG,
          WhoopNormalizer.VERSION,
          List.of(WhoopFeed.values()),
          WhoopNormalizer::normalise,
          WhoopDocuments.KEYS,
          WhoopDocuments::describeMapping);

  private static final String OFFLINE = "offline";
  private static final Descriptor DESCRIPTOR =
      Descriptor.of(WhoopNormalizer.SLUG, "WHOOP")
          .description("Strain, sleep and recovery from a WHOOP band")
          .requiresOwnApp()
          .historicalDays(180)
          // A refresh invalidates both tokens, so no call may use one that is about to expire.
          .refreshLeadTime(Duration.ofMinutes(2))
          // A poll takes five of 10,000 calls per day and application; notifications cover sleeps
          // and workouts.
          .pollInterval(Duration.ofHours(1))
          .lookbackDays(7)
          .resources(DOCUMENTS.resources())
          .scopes(
              Map.of(
                  ACTIVITY, scopeNeed(Set.of(), "read:cycles"),
                  SLEEP, scopeNeed(Set.of("read:recovery"), "read:sleep"),
                  HRV, scopeNeed(Set.of(), "read:recovery", "read:sleep"),
                  BLOOD_OXYGEN, scopeNeed(Set.of(), "read:recovery", "read:sleep"),
                  WORKOUTS, scopeNeed(Set.of(), "read:workout"),
                  BODY, scopeNeed(Set.of(), "read:body_measurement"),
                  PROFILE, scopeNeed(Set.of("read:profile"), "read:body_measurement")))
          .defaultScopes(
              List.of(
                  OFFLINE,
                  "read:cycles",
                  "read:sleep",
                  "read:recovery",
                  "read:workout",
                  "read:body_measurement",
                  "read:profile"))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private WhoopAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, WhoopErrorMapping.MAPPING);
    WhoopClient source = new WhoopClient(calls);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .notificationFetcher(DOCUMENTS.fetcher(source))
        .oauth(WhoopOAuth.on(http))
        .notificationParser(new WhoopNotificationParser())
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }

  /**
   * Returns the scopes with {@code offline}, without which there is no refresh token and access
   * ends within an hour.
   */
  private static ScopeRequirement scopeNeed(Set<String> optional, String... required) {
    Set<String> all = new HashSet<>(Set.of(required));
    all.add(OFFLINE);
    return new ScopeRequirement(all, optional);
  }
}
