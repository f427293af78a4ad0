package io.tributary.read;

import io.tributary.block.Block;

/** A block and where it is. */
record StoredBlock(int series, int slot, Block block) {}
