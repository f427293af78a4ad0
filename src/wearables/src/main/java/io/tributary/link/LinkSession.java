package io.tributary.link;

import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Session behind a link token.
 *
 * @param provider the only provider that may be linked; empty for any
 * @param redirectUrl customer's page for the result; empty when the hosted page shows it
 * @param filter providers that the hosted page lists; empty for all
 * @param errorRedirects true when forms redirect to the customer's page after an error as well
 * @param expired by the clock of the database
 */
record LinkSession(
    UUID id,
    UUID userId,
    Tenant tenant,
    Optional<String> provider,
    Optional<String> redirectUrl,
    Optional<List<String>> filter,
    boolean errorRedirects,
    boolean closeRedirects,
    boolean expired,
    boolean consumed) {

  static final String COLUMNS =
      "s.id, s.user_id, s.team_id, s.environment, s.provider, s.redirect_url,"
          + " s.filter_on_providers, s.on_error, s.on_close, s.expires_at <= now() as expired,"
          + " s.consumed_at is not null as consumed";

  static LinkSession read(Row r) {
    return new LinkSession(
        r.getUUID("id"),
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        Optional.ofNullable(r.getString("provider")),
        Optional.ofNullable(r.getString("redirect_url")),
        Optional.ofNullable(RowMapping.texts(r, "filter_on_providers")),
        "redirect".equals(r.getString("on_error")),
        "redirect".equals(r.getString("on_close")),
        r.getBoolean("expired"),
        r.getBoolean("consumed"));
  }

  /** Returns this session if it can still be used, otherwise throws. */
  LinkSession requireUsable() {
    if (consumed) {
      throw new LinkException(LinkError.TOKEN_CONSUMED, this);
    }
    if (expired) {
      throw new LinkException(LinkError.TOKEN_EXPIRED, this);
    }
    return this;
  }
}
