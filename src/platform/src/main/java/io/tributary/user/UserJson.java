package io.tributary.user;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderInfo;

/** JSON of a user. */
final class UserJson {
  private final ProviderCatalog catalog;

  UserJson(ProviderCatalog catalog) {
    this.catalog = catalog;
  }

  ObjectNode of(User user) {
    ObjectNode out =
        Json.object()
            .put("user_id", user.id().toString())
            .put("team_id", user.team().toString())
            .put("client_user_id", user.clientUserId().orElse(null))
            .put("created_on", Times.format(user.createdOn()));
    ArrayNode sources = out.putArray("connected_sources");
    user.sources().forEach(s -> sources.add(source(s)));
    out.set(
        "fallback_time_zone",
        user.timeZone().map(z -> withSource(Json.object().put("id", z.value()), z)).orElse(null));
    out.set(
        "fallback_birth_date",
        user.birthDate()
            .map(b -> withSource(Json.object().put("value", b.value().toString()), b))
            .orElse(null));
    return out.put("ingestion_start", user.ingestionStart().map(Object::toString).orElse(null))
        .put("ingestion_end", user.ingestionEnd().map(Object::toString).orElse(null));
  }

  private ObjectNode source(User.ConnectedSource s) {
    ProviderInfo card = catalog.info(s.slug());
    ObjectNode provider =
        Json.object().put("name", card.name()).put("slug", s.slug()).put("logo", card.logo());
    ObjectNode out = Json.object().put("created_on", Times.format(s.createdOn()));
    // Both names hold the same object: provider is the newer name, and source remains for older
    // clients.
    out.set("source", provider);
    out.set("provider", provider);
    return out;
  }

  private static ObjectNode withSource(ObjectNode value, User.Fallback<?> f) {
    return value.put("source_slug", f.source()).put("updated_at", Times.format(f.updatedAt()));
  }
}
