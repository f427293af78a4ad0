package io.tributary.lab.account;

import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lab.catalogue.CatalogueFile;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * Loads the installation's own accounts from {@code accounts.json}. An account that is no longer in
 * the file stays unchanged, because orders refer to it.
 */
final class AccountLoader {
  private static final System.Logger LOG = System.getLogger(AccountLoader.class.getName());
  private static final String FILE = "accounts.json";

  private static final String UNSET_EVERYONE =
      "update lab_account set is_default = false where is_default and id <> all($1::uuid[])";
  private static final String UPSERT =
      """
      insert into lab_account as a (id, lab_id, environment, name, status, delegated_flow,
                                    provider_account_id, default_clinical_notes, allowed_billing,
                                    is_default)
      select $1, id, $3, $4, $5, 'not_delegated', $6, $7, $8::text::jsonb, $9
        from lab where slug = $2
      on conflict (id) do update
        set name = excluded.name, status = excluded.status,
            provider_account_id = excluded.provider_account_id,
            default_clinical_notes = excluded.default_clinical_notes,
            allowed_billing = excluded.allowed_billing, is_default = excluded.is_default,
            updated_at = now()
      where a.org_id is null and a.lab_id = excluded.lab_id
        and a.environment = excluded.environment
      """;
  private static final String UNLINK =
      "delete from lab_account_team where account_id = $1 and team_id <> all($2::uuid[])";
  private static final String LINK =
      """
      insert into lab_account_team (account_id, team_id)
      select $1, id from team where id = any($2::uuid[]) on conflict do nothing
      """;

  private final Db db;
  private final String folder;

  /**
   * @param folder the catalogue folder; empty = no file
   */
  AccountLoader(Db db, String folder) {
    this.db = db;
    this.folder = folder;
  }

  /**
   * Stores the file's accounts. Call on a virtual or plain thread.
   *
   * @throws IllegalStateException when the file is invalid; nothing is stored in that case
   */
  void load() {
    CatalogueFile.read(folder, FILE, AccountFile.class, AccountFile::validationErrors)
        .ifPresent(
            file -> {
              file.store(db, AccountLoader::store);
              LOG.log(
                  Level.INFO,
                  "lab accounts: {0} of the installation",
                  file.content().accounts().size());
            });
  }

  private static void store(Tx tx, AccountFile file) {
    List<AccountFile.Entry> inTurn = new ArrayList<>(file.accounts());
    inTurn.sort(Comparator.comparing(AccountFile.Entry::id));
    tx.update(UNSET_EVERYONE, (Object) openAccountIds(inTurn));
    inTurn.forEach(e -> upsert(tx, e));
  }

  private static UUID[] openAccountIds(List<AccountFile.Entry> all) {
    return all.stream()
        .filter(AccountFile.Entry::everyone)
        .map(AccountFile.Entry::id)
        .toArray(UUID[]::new);
  }

  private static void upsert(Tx tx, AccountFile.Entry e) {
    int rows =
        tx.update(
            UPSERT,
            e.id(),
            e.lab(),
            e.environment(),
            e.name(),
            e.status(),
            e.number(),
            e.defaultClinicalNotes(),
            Json.text(LabAccount.billing(e.statesByBillingType())),
            e.everyone());
    if (rows == 0) {
      throw new IllegalStateException(
          FILE
              + ": account "
              + e.id()
              + ": unknown lab "
              + e.lab()
              + ", or the id belongs to an account of another lab or organization");
    }
    UUID[] teams = e.teams().toArray(UUID[]::new);
    tx.update(UNLINK, e.id(), teams);
    tx.update(LINK, e.id(), teams);
  }
}
