package io.tributary.lab.catalogue;

import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.AsyncReads;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads the active labs and selects those that a request refers to. */
final class Labs {
  private final AsyncReads db;
  private final AccountScope accounts;

  Labs(AsyncReads db, AccountScope accounts) {
    this.db = db;
    this.accounts = accounts;
  }

  Future<List<Lab>> all() {
    return db.read(Lab.SELECT).map(rows -> RowMapping.list(rows, Lab::read));
  }

  Future<Map<Integer, Lab>> byId() {
    return all().map(list -> list.stream().collect(Collectors.toMap(Lab::id, Function.identity())));
  }

  /** Selects labs; a slug overrides IDs, and unknown values match no lab. */
  Future<List<Integer>> idsMatching(Optional<String> slug, List<Integer> ids) {
    Predicate<Lab> fits =
        lab ->
            slug.map(s -> lab.slug().equals(s))
                .orElseGet(() -> ids.isEmpty() || ids.contains(lab.id()));
    return all().map(list -> list.stream().filter(fits).map(Lab::id).toList());
  }

  /**
   * Limits the labs to that of the named account, if any; fails with 404 for an account that the
   * team does not have.
   */
  Future<List<Integer>> limitToAccount(Tenant tenant, Optional<UUID> account, List<Integer> labs) {
    return account
        .map(
            id -> labOfAccount(tenant, id).map(only -> labs.stream().filter(only::equals).toList()))
        .orElseGet(() -> Future.succeededFuture(labs));
  }

  /** Fails with 404 unless the named account, if any, belongs to the team and to this lab. */
  Future<Void> requireAccountAt(Tenant tenant, Optional<UUID> account, int lab) {
    return account
        .map(
            id ->
                labOfAccount(tenant, id)
                    .map(
                        only -> {
                          if (only != lab) {
                            throw ServiceException.badRequest(
                                "the lab account belongs to another lab");
                          }
                          return (Void) null;
                        }))
        .orElseGet(Future::succeededFuture);
  }

  private Future<Integer> labOfAccount(Tenant tenant, UUID account) {
    return accounts
        .lab(tenant, account)
        .map(found -> found.orElseThrow(() -> ServiceException.notFound("lab account")));
  }

  /** Creates the 422 error for an unknown slug in a body. */
  static ServiceException unknownSlug(List<Object> where, List<Lab> known) {
    String slugs = known.stream().map(Lab::slug).collect(Collectors.joining(", "));
    return ServiceException.validationFailed(
        new FieldError(where, "Input should be one of: " + slugs, "enum"));
  }
}
