package io.tributary.lab.catalogue;

/**
 * Statements of the catalogue loader. Each takes a JSON array, writes only rows that differ and
 * leaves rows that the array does not contain unchanged. $1 is the lab.
 */
final class CatalogueSql {
  /** Serializes nodes that start together. */
  static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('tributary lab catalogue', 0))";

  static final String STORED_HASH = "select hash from lab_catalogue_file where name = $1";
  static final String STORE_HASH =
      """
      insert into lab_catalogue_file (name, hash) values ($1, $2)
      on conflict (name) do update set hash = excluded.hash, loaded_at = now()
      """;

  static final String ANALYZE =
      """
      analyze loinc, lab, marker, marker_result, marker_question, marker_answer, lab_test,
              lab_test_marker
      """;

  static final String LOINC =
      """
      insert into loinc as t (code, name, slug, component, unit)
      select code, name, slug, component, unit
        from jsonb_to_recordset($1::text::jsonb)
             as g(code text, name text, slug text, component text, unit text)
      on conflict (code) do update
         set name = excluded.name, slug = excluded.slug, component = excluded.component,
             unit = excluded.unit, updated_at = now()
       where (t.name, t.slug, t.component, t.unit)
             is distinct from (excluded.name, excluded.slug, excluded.component, excluded.unit)
      """;

  static final String LAB =
      """
      insert into lab as t (slug, name, first_line_address, city, zipcode, collection_methods,
                            sample_types, logo_url, compendium, active, network)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (slug) do update
         set name = excluded.name, first_line_address = excluded.first_line_address,
             city = excluded.city, zipcode = excluded.zipcode,
             collection_methods = excluded.collection_methods,
             sample_types = excluded.sample_types, logo_url = excluded.logo_url,
             compendium = excluded.compendium, active = excluded.active,
             network = excluded.network, updated_at = now()
       where (t.name, t.first_line_address, t.city, t.zipcode, t.collection_methods,
              t.sample_types, t.logo_url, t.compendium, t.active, t.network)
             is distinct from
             (excluded.name, excluded.first_line_address, excluded.city, excluded.zipcode,
              excluded.collection_methods, excluded.sample_types, excluded.logo_url,
              excluded.compendium, excluded.active, excluded.network)
      """;

  static final String LAB_ID = "select id from lab where slug = $1";

  static final String MARKERS =
      """
      insert into marker as t
        (lab_id, provider_id, name, slug, description, type, unit, sample_type, price_minor,
         price_note, price_modifiers, a_la_carte, orderable, reflex, common_tat_days,
         worst_case_tat_days, popularity, cpt_codes, aliases, loinc_codes, loinc_set_hash,
         order_loinc, search, terms, insured_in)
      select $1::int, provider_id, name, slug, description, type, unit, sample_type, price_minor,
             price_note, price_modifiers, a_la_carte, orderable, reflex, common_tat_days,
             worst_case_tat_days, popularity, cpt_codes, aliases, loinc_codes, loinc_set_hash,
             order_loinc, search, terms, insured_in
        from jsonb_to_recordset($2::text::jsonb)
             as g(provider_id text, name text, slug text, description text, type text, unit text,
                  sample_type text, price_minor int, price_note text, price_modifiers jsonb,
                  a_la_carte boolean, orderable boolean, reflex boolean, common_tat_days int,
                  worst_case_tat_days int, popularity float8, cpt_codes text[], aliases text[],
                  loinc_codes text[], loinc_set_hash text, order_loinc text, search text,
                  terms text, insured_in text[])
      on conflict (lab_id, provider_id) do update
         set name = excluded.name, slug = excluded.slug, description = excluded.description,
             type = excluded.type, unit = excluded.unit, sample_type = excluded.sample_type,
             price_minor = excluded.price_minor, price_note = excluded.price_note,
             price_modifiers = excluded.price_modifiers, a_la_carte = excluded.a_la_carte,
             orderable = excluded.orderable, reflex = excluded.reflex, active = true,
             common_tat_days = excluded.common_tat_days,
             worst_case_tat_days = excluded.worst_case_tat_days,
             popularity = excluded.popularity, cpt_codes = excluded.cpt_codes,
             aliases = excluded.aliases, loinc_codes = excluded.loinc_codes,
             loinc_set_hash = excluded.loinc_set_hash, order_loinc = excluded.order_loinc,
             search = excluded.search, terms = excluded.terms,
             insured_in = excluded.insured_in, updated_at = now()
       where not t.active
          or (t.name, t.slug, t.description, t.type, t.unit, t.sample_type, t.price_minor,
              t.price_note, t.price_modifiers, t.a_la_carte, t.orderable, t.reflex,
              t.common_tat_days, t.worst_case_tat_days, t.popularity, t.cpt_codes, t.aliases,
              t.loinc_codes, t.loinc_set_hash, t.order_loinc, t.search, t.terms, t.insured_in)
             is distinct from
             (excluded.name, excluded.slug, excluded.description, excluded.type, excluded.unit,
              excluded.sample_type, excluded.price_minor, excluded.price_note,
              excluded.price_modifiers, excluded.a_la_carte, excluded.orderable, excluded.reflex,
              excluded.common_tat_days, excluded.worst_case_tat_days, excluded.popularity,
              excluded.cpt_codes, excluded.aliases, excluded.loinc_codes,
              excluded.loinc_set_hash, excluded.order_loinc, excluded.search, excluded.terms, excluded.insured_in)
      """;

  /** Entries missing from the file stay for the orders that contain them. */
  static final String RETIRE_MARKERS =
      """
      update marker set active = false, updated_at = now()
       where lab_id = $1 and active and not provider_id = any($2::text[])
      """;

  static final String RESULTS =
      """
      insert into marker_result as t
        (marker_id, provider_id, name, slug, required, loinc_id, position)
      select m.id, g.provider_id, g.name, g.slug, g.required, c.id, g.position
        from jsonb_to_recordset($2::text::jsonb)
             as g(marker text, provider_id text, name text, slug text, required boolean,
                  loinc text, position int)
        join marker m on m.lab_id = $1 and m.provider_id = g.marker
        left join loinc c on c.code = g.loinc
      on conflict (marker_id, provider_id) do update
         set name = excluded.name, slug = excluded.slug, required = excluded.required,
             loinc_id = excluded.loinc_id, position = excluded.position, active = true
       where (t.name, t.slug, t.required, t.loinc_id, t.position, t.active)
             is distinct from (excluded.name, excluded.slug, excluded.required,
                               excluded.loinc_id, excluded.position, true)
      """;

  static final String RETIRE_RESULTS =
      """
      update marker_result r set active = false
        from marker m
       where m.id = r.marker_id and m.lab_id = $1 and r.active
         and not exists (select 1 from jsonb_to_recordset($2::text::jsonb)
                                       as g(marker text, provider_id text)
                          where g.marker = m.provider_id and g.provider_id = r.provider_id)
      """;

  static final String QUESTIONS =
      """
      insert into marker_question as t
        (marker_id, code, value, type, required, sequence, "constraint", "default")
      select m.id, g.code, g.value, g.type, g.required, g.sequence, g."constraint", g."default"
        from jsonb_to_recordset($2::text::jsonb)
             as g(marker text, code text, value text, type text, required boolean, sequence int,
                  "constraint" text, "default" text)
        join marker m on m.lab_id = $1 and m.provider_id = g.marker
      on conflict (marker_id, code) do update
         set value = excluded.value, type = excluded.type, required = excluded.required,
             sequence = excluded.sequence, "constraint" = excluded."constraint",
             "default" = excluded."default", active = true
       where (t.value, t.type, t.required, t.sequence, t."constraint", t."default", t.active)
             is distinct from (excluded.value, excluded.type, excluded.required,
                               excluded.sequence, excluded."constraint", excluded."default", true)
      """;

  static final String RETIRE_QUESTIONS =
      """
      update marker_question q set active = false
        from marker m
       where m.id = q.marker_id and m.lab_id = $1 and q.active
         and not exists (select 1 from jsonb_to_recordset($2::text::jsonb)
                                       as g(marker text, code text)
                          where g.marker = m.provider_id and g.code = q.code)
      """;

  static final String ANSWERS =
      """
      insert into marker_answer as t (question_id, code, value, position)
      select q.id, g.code, g.value, g.position
        from jsonb_to_recordset($2::text::jsonb)
             as g(marker text, question text, code text, value text, position int)
        join marker m on m.lab_id = $1 and m.provider_id = g.marker
        join marker_question q on q.marker_id = m.id and q.code = g.question
      on conflict (question_id, code) do update
         set value = excluded.value, position = excluded.position, active = true
       where (t.value, t.position, t.active)
             is distinct from (excluded.value, excluded.position, true)
      """;

  static final String RETIRE_ANSWERS =
      """
      update marker_answer a set active = false
        from marker_question q join marker m on m.id = q.marker_id
       where q.id = a.question_id and m.lab_id = $1 and a.active
         and not exists (select 1 from jsonb_to_recordset($2::text::jsonb)
                                       as g(marker text, question text, code text)
                          where g.marker = m.provider_id and g.question = q.code
                            and g.code = a.code)
      """;

  static final String REFLEXES =
      """
      insert into marker_reflex (marker_id, reflex_id)
      select m.id, r.id
        from jsonb_to_recordset($2::text::jsonb) as g(marker text, reflex text)
        join marker m on m.lab_id = $1 and m.provider_id = g.marker
        join marker r on r.lab_id = $1 and r.provider_id = g.reflex
      on conflict do nothing
      """;

  static final String DROP_REFLEXES =
      """
      delete from marker_reflex x using marker m, marker r
       where m.id = x.marker_id and r.id = x.reflex_id and m.lab_id = $1
         and not exists (select 1 from jsonb_to_recordset($2::text::jsonb)
                                       as g(marker text, reflex text)
                          where g.marker = m.provider_id and g.reflex = r.provider_id)
      """;

  static final String TEST =
      """
      insert into lab_test as t
        (id, environment, lab_id, slug, name, description, method, sample_type, fasting, status)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'active')
      on conflict (id) do update
         set environment = excluded.environment, lab_id = excluded.lab_id, slug = excluded.slug,
             name = excluded.name, description = excluded.description, method = excluded.method,
             sample_type = excluded.sample_type, fasting = excluded.fasting, status = 'active',
             updated_at = now()
       where t.team_id is null
         and (t.environment, t.lab_id, t.slug, t.name, t.description, t.method, t.sample_type,
              t.fasting, t.status)
             is distinct from
             (excluded.environment, excluded.lab_id, excluded.slug, excluded.name,
              excluded.description, excluded.method, excluded.sample_type, excluded.fasting,
              'active')
      """;

  static final String TEST_MEMBERS =
      """
      insert into lab_test_marker as t (lab_test_id, marker_id, position)
      select $2::uuid, m.id, u.n
        from unnest($3::text[]) with ordinality as u(code, n)
        join marker m on m.lab_id = $1 and m.provider_id = u.code
      on conflict (lab_test_id, marker_id) do update set position = excluded.position
       where t.position <> excluded.position
      """;

  static final String DROP_TEST_MEMBERS =
      """
      delete from lab_test_marker x using marker m
       where m.id = x.marker_id and x.lab_test_id = $1 and not m.provider_id = any($2::text[])
      """;

  static final String RETIRE_TESTS =
      """
      update lab_test set status = 'inactive', updated_at = now()
       where lab_id = $1 and team_id is null and status <> 'inactive' and not id = any($2::uuid[])
      """;

  private CatalogueSql() {}
}
