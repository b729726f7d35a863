package catalog

import "minidb/types"

// RoutingCache is the bound that was found last in a table's descriptor (strategy
// S5, minidb.routing_cache): PostgreSQL keeps it in the PartitionDesc, which is each
// backend's own; here it is the session's. The zero RoutingCache has found nothing.
type RoutingCache struct {
	Bound int // in PartitionDesc.Bounds
	Part  int // in PartitionDesc.Members
	Found int // how often in a row
}

// keptRouting belongs to one descriptor: the next one has other bounds.
type keptRouting struct {
	desc *PartitionDesc
	RoutingCache
}

// RoutingCache returns the session's cache for the descriptor of a table.
func (a *Access) RoutingCache(table types.OID, desc *PartitionDesc) *RoutingCache {
	k := a.routing[table]
	if k == nil || k.desc != desc {
		k = &keptRouting{desc: desc}
		if a.routing == nil {
			a.routing = make(map[types.OID]*keptRouting)
		}
		a.routing[table] = k
	}
	return &k.RoutingCache
}
