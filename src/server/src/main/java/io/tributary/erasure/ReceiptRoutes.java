package io.tributary.erasure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fixed;
import io.tributary.http.ManagementPath;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Json;
import io.tributary.kernel.Keyset;
import io.tributary.kernel.Refusal;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Receipts of erased users, and the key that they are signed with, for anybody to verify them. */
public final class ReceiptRoutes implements Routes.Source {
  private final Receipts receipts;
  private volatile Fixed keys;

  public ReceiptRoutes(Receipts receipts) {
    this.receipts = receipts;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/user/{user_id}/erasure_receipt", Access.TEAM, this::one)
        .get("/v1/org/{org_id}/erasure_receipt", Access.MANAGEMENT, this::list)
        .get("/.well-known/jwks.json", Access.OPEN, this::published);
  }

  private Future<Reply> one(Call c) {
    return receipts
        .find(c.tenant(), c.pathUuid("user_id"))
        .map(
            found -> Reply.ok(found.orElseThrow(() -> Refusal.notFound("erasure receipt")).json()));
  }

  private Future<Reply> list(Call c) {
    UUID org = ManagementPath.organisation(c);
    Optional<UUID> team = c.query().uuid("team_id");
    c.check();
    List<?> filters = List.of("erasure receipts", org, team);
    Keyset from = Keyset.read(c.query().text("next_cursor").orElse(null), filters);
    return receipts.list(org, team, from).map(found -> Reply.ok(page(found, filters)));
  }

  private static ObjectNode page(List<Receipts.Shown> found, List<?> filters) {
    ObjectNode out = Json.object();
    ArrayNode items = out.putArray("receipts");
    found.stream().limit(Receipts.PAGE).forEach(r -> items.add(r.json()));
    Receipts.Shown last = found.size() > Receipts.PAGE ? found.get(Receipts.PAGE - 1) : null;
    return out.put(
        "next_cursor", last == null ? null : Keyset.write(filters, last.erasedAt(), last.id()));
  }

  private Future<Reply> published(Call c) {
    Fixed known = keys;
    if (known != null) {
      return Future.succeededFuture(known.answer(c));
    }
    return receipts
        .keys()
        .map(
            json -> {
              keys = Fixed.json(json);
              return keys.answer(c);
            });
  }
}
