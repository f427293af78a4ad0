package io.tributary.provider.dexcom;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * OAuth for Dexcom, in the region of the account: client credentials in the form, the redirect URI
 * repeated in each refresh, and single-use refresh tokens. Consent is all or nothing, so there are
 * no scopes. The API has no revocation; the user ends the grant at Dexcom.
 */
final class DexcomOAuth implements OAuth {
  private static final Duration DEFAULT_TOKEN_TTL = Duration.ofHours(2);

  private final ProviderHttp http;
  private final OAuthClient client;

  DexcomOAuth(ProviderHttp http) {
    this.http = http;
    this.client =
        OAuthClient.withUserLookup(
            http,
            OAuthRules.standard(DexcomRegion.TOKEN_PATH)
                .withoutScopes()
                .withAuthorizeParameters(Map.of("scope", "offline_access"))
                .redirectInRefresh()
                .withDefaultLifetime(DEFAULT_TOKEN_TTL),
            this::userId);
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    return client.authorizeUrl(
        DexcomRegion.withRegionUrls(app, DexcomRegion.of(app, start.region())), start);
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    String region = DexcomRegion.of(app, back.region());
    Granted granted = client.exchange(DexcomRegion.withRegionUrls(app, region), back);
    return new Granted(
        granted.tokens(), granted.scopes(), granted.externalUserId(), DexcomRegion.state(region));
  }

  @Override
  public boolean exchangeNeedsFurtherCalls() {
    return true;
  }

  @Override
  public Tokens refresh(AppCredentials app, Session session) {
    return client.refresh(
        DexcomRegion.withRegionUrls(app, DexcomRegion.of(app, session.state())), session);
  }

  /** Makes no call; the tokens are discarded. */
  @Override
  public void revoke(AppCredentials app, Session session) {}

  /** Reads the user ID from the smallest data response; empty if it may not be read. */
  private Optional<String> userId(OAuthClient.TokenResult fresh) {
    ProviderRequest call =
        ProviderRequest.get(
                fresh.app().urls().api() + DexcomClient.BASE + DexcomDocumentKind.DATA_RANGE.wire())
            .bearer(fresh.tokens().access());
    return new FreshGrant(http, fresh.app(), ErrorMapping.STATUS, fresh.permits())
        .find(call)
        .map(answer -> answer.path("userId").asText(""))
        .filter(id -> !id.isEmpty());
  }
}
