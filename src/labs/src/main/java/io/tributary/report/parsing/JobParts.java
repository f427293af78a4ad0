package io.tributary.report.parsing;

import io.tributary.config.ReportConfig;
import io.tributary.db.Db;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/** Dependencies of job runs. */
record JobParts(
    Vertx vertx,
    Db db,
    ReportConfig settings,
    JobRepo repo,
    ParsingJobLifecycle lifecycle,
    FileStore store,
    ReportFiles files,
    ReportReader reader,
    PrintedReportInterpreter interpreter,
    SynonymRepo synonyms,
    WorkerExecutor interpreterPool) {}
